__global__ void set(void **places, float *a) {
  *places[0] = 1;
  places[1][2] = a[0];
  *(float *)places[1] = *a;
}
int main() {}
