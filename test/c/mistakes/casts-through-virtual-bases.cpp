struct A { int x; virtual ~A(); }; struct B : virtual A { B(); int y; }; struct D : B { D() {} };
int main() { A *a = nullptr; B *b = static_cast<B *>(a); B &r = (B &)*a; D d; int A::*p = &B::x; return b == &r; }
