// First derivatives of eighth order (nine points) on a periodic cube, through tiles in shared memory.
#include <cstdio>
const int m=256;
__constant__ float c[4];
typedef float* __restrict__ Out;
typedef const float* __restrict__ In;
#define AT(i,j,k) (((size_t)(k)*m+(j))*m+(i))
__global__ void x_narrow(In f, Out d){ __shared__ float s[2][m+8]; int i=threadIdx.x, l=threadIdx.y, j=blockIdx.x*blockDim.y+l, k=blockIdx.y; s[l][i+4]=f[AT(i,j,k)]; __syncthreads(); if(i<4){ s[l][i]=s[l][m+i-1]; s[l][m+i+4]=s[l][i+5]; } __syncthreads(); d[AT(i,j,k)]=c[0]*(s[l][i+4+1]-s[l][i+4-1])+c[1]*(s[l][i+4+2]-s[l][i+4-2])+c[2]*(s[l][i+4+3]-s[l][i+4-3])+c[3]*(s[l][i+4+4]-s[l][i+4-4]); }
__global__ void x_wide(In f, Out d){ __shared__ float s[32][m+8]; int i=threadIdx.x, k=blockIdx.y; for(int l=threadIdx.y;l<32;l+=blockDim.y) s[l][i+4]=f[AT(i,blockIdx.x*32+l,k)]; __syncthreads(); if(i<4) for(int l=threadIdx.y;l<32;l+=blockDim.y){ s[l][i]=s[l][m+i-1]; s[l][m+i+4]=s[l][i+5]; } __syncthreads(); for(int l=threadIdx.y;l<32;l+=blockDim.y) d[AT(i,blockIdx.x*32+l,k)]=c[0]*(s[l][i+4+1]-s[l][i+4-1])+c[1]*(s[l][i+4+2]-s[l][i+4-2])+c[2]*(s[l][i+4+3]-s[l][i+4-3])+c[3]*(s[l][i+4+4]-s[l][i+4-4]); }
__global__ void y_narrow(In f, Out d){ __shared__ float s[m+8][2]; int l=threadIdx.x, i=blockIdx.x*blockDim.x+l, j=threadIdx.y, k=blockIdx.y; s[j+4][l]=f[AT(i,j,k)]; __syncthreads(); if(j<4){ s[j][l]=s[m+j-1][l]; s[m+j+4][l]=s[j+5][l]; } __syncthreads(); d[AT(i,j,k)]=c[0]*(s[j+4+1][l]-s[j+4-1][l])+c[1]*(s[j+4+2][l]-s[j+4-2][l])+c[2]*(s[j+4+3][l]-s[j+4-3][l])+c[3]*(s[j+4+4][l]-s[j+4-4][l]); }
__global__ void y_wide(In f, Out d){ __shared__ float s[m+8][32]; int l=threadIdx.x, i=blockIdx.x*32+l, k=blockIdx.y; for(int j=threadIdx.y;j<m;j+=blockDim.y) s[j+4][l]=f[AT(i,j,k)]; __syncthreads(); int j=threadIdx.y; if(j<4){ s[j][l]=s[m+j-1][l]; s[m+j+4][l]=s[j+5][l]; } __syncthreads(); for(int j=threadIdx.y;j<m;j+=blockDim.y) d[AT(i,j,k)]=c[0]*(s[j+4+1][l]-s[j+4-1][l])+c[1]*(s[j+4+2][l]-s[j+4-2][l])+c[2]*(s[j+4+3][l]-s[j+4-3][l])+c[3]*(s[j+4+4][l]-s[j+4-4][l]); }
__global__ void z_narrow(In f, Out d){ __shared__ float s[m+8][2]; int l=threadIdx.x, i=blockIdx.x*blockDim.x+l, j=threadIdx.y, k=blockIdx.y; s[j+4][l]=f[AT(i,k,j)]; __syncthreads(); if(j<4){ s[j][l]=s[m+j-1][l]; s[m+j+4][l]=s[j+5][l]; } __syncthreads(); d[AT(i,k,j)]=c[0]*(s[j+4+1][l]-s[j+4-1][l])+c[1]*(s[j+4+2][l]-s[j+4-2][l])+c[2]*(s[j+4+3][l]-s[j+4-3][l])+c[3]*(s[j+4+4][l]-s[j+4-4][l]); }
__global__ void z_wide(In f, Out d){ __shared__ float s[m+8][32]; int l=threadIdx.x, i=blockIdx.x*32+l, k=blockIdx.y; for(int j=threadIdx.y;j<m;j+=blockDim.y) s[j+4][l]=f[AT(i,k,j)]; __syncthreads(); int j=threadIdx.y; if(j<4){ s[j][l]=s[m+j-1][l]; s[m+j+4][l]=s[j+5][l]; } __syncthreads(); for(int j=threadIdx.y;j<m;j+=blockDim.y) d[AT(i,k,j)]=c[0]*(s[j+4+1][l]-s[j+4-1][l])+c[1]*(s[j+4+2][l]-s[j+4-2][l])+c[2]*(s[j+4+3][l]-s[j+4-3][l])+c[3]*(s[j+4+4][l]-s[j+4-4][l]); }
cudaEvent_t e0, e1;
const int reps=40;
template<class K> void run(const char* name, K k, dim3 g, dim3 t, float* f, float* d){ for(int r=0;r<3;r++) k<<<g,t>>>(f,d); cudaEventRecord(e0); for(int r=0;r<reps;r++) k<<<g,t>>>(f,d); cudaEventRecord(e1); cudaEventSynchronize(e1); float ms; cudaEventElapsedTime(&ms,e0,e1); ms/=reps; printf("nvcc %s %9.4f ms %9.1f\n",name,ms,8e-6*m*m*m/ms); }
int main(){ cudaEventCreate(&e0); cudaEventCreate(&e1); float *f,*d; cudaMalloc(&f,4ull*m*m*m); cudaMalloc(&d,4ull*m*m*m); cudaMemset(f,0,4ull*m*m*m); float h[4]={0.8f,-0.2f,0.0380952f,-0.0035714f}; cudaMemcpyToSymbol(c,h,16);
run("x_narrow",x_narrow,dim3(m/2,m),dim3(m,2),f,d);
run("x_wide",x_wide,dim3(m/32,m),dim3(m,2),f,d);
run("y_narrow",y_narrow,dim3(m/2,m),dim3(2,m),f,d);
run("y_wide",y_wide,dim3(m/32,m),dim3(32,m/16),f,d);
run("z_narrow",z_narrow,dim3(m/2,m),dim3(2,m),f,d);
run("z_wide",z_wide,dim3(m/32,m),dim3(32,m/16),f,d);
puts(cudaGetErrorString(cudaGetLastError())); }
