// A header is one, whichever way its name is written.
#include "headers-once.h"
#include "./headers-once.h"
#include "././headers-once.h"
#include <cstdio>
int main() { printf("%d\n", twice(Once{21}.x)); }
