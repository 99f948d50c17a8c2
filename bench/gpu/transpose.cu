// The transpose family at three sizes: copy and transposes, naive and through tiles.
#include <cstdio>
#define WHERE int i=blockIdx.x*32+threadIdx.x, j=blockIdx.y*32+threadIdx.y
#define EACH for(int k=0;k<32;k+=8)
typedef float* __restrict__ Out;
typedef const float* __restrict__ In;
__global__ void copy_plain(Out b, In a, int n){ WHERE; EACH b[(size_t)(j+k)*n+i]=a[(size_t)(j+k)*n+i]; }
__global__ void copy_shared(Out b, In a, int n){ __shared__ float t[32][32]; WHERE; EACH t[threadIdx.y+k][threadIdx.x]=a[(size_t)(j+k)*n+i]; __syncthreads(); EACH b[(size_t)(j+k)*n+i]=t[threadIdx.y+k][threadIdx.x]; }
__global__ void naive(Out b, In a, int n){ WHERE; EACH b[(size_t)i*n+j+k]=a[(size_t)(j+k)*n+i]; }
template<int P> __global__ void tiled(Out b, In a, int n){ __shared__ float t[32][P]; WHERE; EACH t[threadIdx.y+k][threadIdx.x]=a[(size_t)(j+k)*n+i]; __syncthreads(); i=blockIdx.y*32+threadIdx.x; j=blockIdx.x*32+threadIdx.y; EACH b[(size_t)(j+k)*n+i]=t[threadIdx.x][threadIdx.y+k]; }
__global__ void diagonal(Out b, In a, int n){ __shared__ float t[32][33]; int y=blockIdx.x, x=(blockIdx.x+blockIdx.y)%gridDim.x; int i=x*32+threadIdx.x, j=y*32+threadIdx.y; EACH t[threadIdx.y+k][threadIdx.x]=a[(size_t)(j+k)*n+i]; __syncthreads(); i=y*32+threadIdx.x; j=x*32+threadIdx.y; EACH b[(size_t)(j+k)*n+i]=t[threadIdx.x][threadIdx.y+k]; }
cudaEvent_t e0, e1;
int reps;
template<class K> void run(const char* name, K k, float* b, float* a, int n){ dim3 g(n/32,n/32), t(32,8); for(int r=0;r<10+reps/4;r++) k<<<g,t>>>(b,a,n); cudaEventRecord(e0); for(int r=0;r<reps;r++) k<<<g,t>>>(b,a,n); cudaEventRecord(e1); cudaEventSynchronize(e1); float ms; cudaEventElapsedTime(&ms,e0,e1); ms/=reps; printf("nvcc %s %6d %9.4f ms %9.1f\n",name,n,ms,8e-6*n*n/ms); }
// until the device's clocks have risen
void warm(){ int n=1024; float *a,*b; cudaMalloc(&a,4ull*n*n); cudaMalloc(&b,4ull*n*n); cudaMemset(a,0,4ull*n*n); for(int r=0;r<150000;r++) copy_plain<<<dim3(n/32,n/32),dim3(32,8)>>>(b,a,n); cudaDeviceSynchronize(); cudaFree(a); cudaFree(b); }
int main(){ cudaEventCreate(&e0); cudaEventCreate(&e1); warm(); for(int n: {1024,4096,16384}){ reps=n==1024?4000:n==4096?100:40; float *a,*b; cudaMalloc(&a,4ull*n*n); cudaMalloc(&b,4ull*n*n); cudaMemset(a,0,4ull*n*n);
run("copy_plain",copy_plain,b,a,n); run("copy_shared",copy_shared,b,a,n); run("naive",naive,b,a,n); run("coalesced",tiled<32>,b,a,n); run("padded",tiled<33>,b,a,n); run("diagonal",diagonal,b,a,n); cudaFree(a); cudaFree(b);} puts(cudaGetErrorString(cudaGetLastError())); }
