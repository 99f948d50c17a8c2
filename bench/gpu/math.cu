#include <cstdio>
__global__ void s4(const float*x,float*r){int i=blockIdx.x*blockDim.x+threadIdx.x; float s=x[i]; for(int k=0;k<64;k++) s=sinf(s)+expf(s)*0.1f; r[i]=s;}
__global__ void s8(const double*x,double*r){int i=blockIdx.x*blockDim.x+threadIdx.x; double s=x[i]; for(int k=0;k<64;k++) s=sin(s)+exp(s)*0.1; r[i]=s;}
int main(){const int n=1<<22; double*p,*q; cudaMalloc(&p,8*n); cudaMalloc(&q,8*n); cudaMemset(p,0,8*n); cudaEvent_t a,b; cudaEventCreate(&a);cudaEventCreate(&b); float ms;
for(int r=0;r<600;r++) s4<<<n/256,256>>>((float*)p,(float*)q); cudaEventRecord(a); s4<<<n/256,256>>>((float*)p,(float*)q); cudaEventRecord(b); cudaEventSynchronize(b); cudaEventElapsedTime(&ms,a,b); printf("nvcc sin+exp f32 %f\n",ms);
s8<<<n/256,256>>>(p,q); cudaEventRecord(a); s8<<<n/256,256>>>(p,q); cudaEventRecord(b); cudaEventSynchronize(b); cudaEventElapsedTime(&ms,a,b); printf("nvcc sin+exp f64 %f\n",ms);}
