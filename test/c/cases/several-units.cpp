#include "several-units.h"
#include <iostream>
int S::count = 0;
S first("first");
int main() { more(); std::cout << first.name << other.name << S::count << S::limit << width << shared_one << X<int>::v << std::endl; }
