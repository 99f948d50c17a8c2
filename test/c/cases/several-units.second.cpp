#include "several-units.h"
#include <iostream>
S other("other");
std::vector<int> v(3, 7);
void more() { shared_one++; X<int>::v++; std::cout << v[2] << other.name << S::limit << "\n"; }
