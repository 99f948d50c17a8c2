#include <cstdio>
template<class T> __global__ void copyk(T* __restrict__ a, const T* __restrict__ b, int n){int i=blockIdx.x*blockDim.x+threadIdx.x; if(i<n)a[i]=b[i];}
template<class T> __global__ void triad(T* __restrict__ a, const T* __restrict__ b, const T* __restrict__ c, T s, int n){int i=blockIdx.x*blockDim.x+threadIdx.x; if(i<n)a[i]=b[i]+s*c[i];}
__global__ void tnaive(float* __restrict__ b, const float* __restrict__ a, int n){int i=blockIdx.x*32+threadIdx.x, j=blockIdx.y*32+threadIdx.y; for(int k=0;k<32;k+=8) b[(size_t)i*n+j+k]=a[(size_t)(j+k)*n+i];}
__global__ void ttiled(float* __restrict__ b, const float* __restrict__ a, int n){__shared__ float t[32][33]; int i=blockIdx.x*32+threadIdx.x, j=blockIdx.y*32+threadIdx.y; for(int k=0;k<32;k+=8) t[threadIdx.y+k][threadIdx.x]=a[(size_t)(j+k)*n+i]; __syncthreads(); i=blockIdx.y*32+threadIdx.x; j=blockIdx.x*32+threadIdx.y; for(int k=0;k<32;k+=8) b[(size_t)(j+k)*n+i]=t[threadIdx.x][threadIdx.y+k];}
__global__ void mm(float* __restrict__ c, const float* __restrict__ a, const float* __restrict__ b, int n){__shared__ float as[16][16], bs[16][16]; int tx=threadIdx.x, ty=threadIdx.y, i=blockIdx.x*16+tx, j=blockIdx.y*16+ty; float s=0; for(int m=0;m<n;m+=16){as[ty][tx]=a[(size_t)(m+ty)*n+i]; bs[ty][tx]=b[(size_t)j*n+m+tx]; __syncthreads(); for(int k=0;k<16;k++) s+=as[k][tx]*bs[ty][k]; __syncthreads();} c[(size_t)j*n+i]=s;}
__global__ void st9(float* __restrict__ b, const float* __restrict__ a, int n){int i=blockIdx.x*blockDim.x+threadIdx.x, j=blockIdx.y*blockDim.y+threadIdx.y; if(i>0&&i<n-1&&j>0&&j<n-1){
#define A(x,y) a[(size_t)(y)*n+(x)]
b[(size_t)j*n+i]=0.25f*A(i,j)+0.125f*(A(i-1,j)+A(i+1,j)+A(i,j-1)+A(i,j+1))+0.0625f*(A(i-1,j-1)+A(i+1,j-1)+A(i-1,j+1)+A(i+1,j+1));}}
__global__ void add2(float* __restrict__ b, const float* __restrict__ a, int n){int i=blockIdx.x*blockDim.x+threadIdx.x, j=blockIdx.y*blockDim.y+threadIdx.y; if(i<n&&j<n) b[(size_t)j*n+i]=a[(size_t)j*n+i]+2.0f;}
__global__ void empty(int n){}
cudaEvent_t e0,e1; const int reps=20;
template<class F> void run(const char* name,double bytes,F f){for(int r=0;r<2;r++)f(); cudaEventRecord(e0); for(int r=0;r<reps;r++)f(); cudaEventRecord(e1); cudaEventSynchronize(e1); float ms; cudaEventElapsedTime(&ms,e0,e1); ms/=reps; printf("nvcc %24s %12.3f ms %12.1f\n",name,ms,bytes/ms*1e-6);}
int main(){cudaEventCreate(&e0);cudaEventCreate(&e1); const int n=1<<28,m=16384; char*p; cudaMalloc(&p,3ull*8*n); cudaMemset(p,0,3ull*8*n);
float*a=(float*)p,*b=a+n,*c=b+n; double*A=(double*)p,*B=A+n,*C=B+n;
run("copy f32",2*4.0*n,[&]{copyk<float><<<n/256,256>>>(a,b,n);}); run("triad f32",3*4.0*n,[&]{triad<float><<<n/256,256>>>(a,b,c,3.f,n);});
run("memcpy d2d f32",2*4.0*n,[&]{cudaMemcpyAsync(a,b,4ull*n,cudaMemcpyDeviceToDevice);});
run("triad f64",3*8.0*n,[&]{triad<double><<<n/256,256>>>(A,B,C,3.0,n);}); dim3 g(m/32,m/32),bl(32,8);
run("transpose naive",2*4.0*m*m,[&]{tnaive<<<g,bl>>>(b,a,m);}); run("transpose tiled",2*4.0*m*m,[&]{ttiled<<<g,bl>>>(b,a,m);});
run("stencil9",2*4.0*m*m,[&]{st9<<<dim3(m/32,m/8),bl>>>(b,a,m);}); run("add 2d",2*4.0*m*m,[&]{add2<<<dim3(m/32,m/8),bl>>>(b,a,m);});
run("matmul tiled 4096 (GF)",2.0*4096*4096*4096.0,[&]{mm<<<dim3(256,256),dim3(16,16)>>>(c,a,b,4096);});
for(int r=0;r<10000;r++)empty<<<1,32>>>(1); cudaDeviceSynchronize(); cudaEventRecord(e0); for(int r=0;r<100000;r++)empty<<<1,32>>>(1); cudaEventRecord(e1); cudaEventSynchronize(e1); float ms; cudaEventElapsedTime(&ms,e0,e1); printf("nvcc launch us %f\n",ms/100); puts(cudaGetErrorString(cudaGetLastError()));}
