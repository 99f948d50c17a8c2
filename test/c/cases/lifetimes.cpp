// What is made for a loop or bound to a reference lives as long as they do; what a function gives back is made where it goes.
#include <cstdio>
struct T { int v; T(int x):v(x){printf("+%d ",v);} T(const T&o):v(o.v+100){printf("c%d ",v);} ~T(){printf("-%d ",v);} int*begin(){return &v;} int*end(){return &v+1;} };
static T f(int x){ return T(x);} 
static T g(const T& x){ T r(x.v+1); return r;} 
int main(){
  for (int& t : f(1)) printf("[%d] ", t); puts("");
  for (int& t : g(2)) printf("[%d] ", t); puts("");
  { const T& r = g(3); printf("[%d] ", r.v); } puts("");
  { T&& r = g(T(4)); printf("[%d] ", r.v); } puts("");
  { auto&& r = f(5); printf("[%d] ", r.v); } puts("");
  for (int t : T(7)) printf("[%d] ", t); puts("");
  for (T t(8); t.v < 10; t.v++) printf("[%d] ", t.v); puts("");
  for (int i = 0; i < 2; i++) { T r = g(i); if (i) break; printf("[%d] ", r.v); } puts("");
}
