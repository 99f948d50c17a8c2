// MPI's functions of C; without a launcher there is one process. Buffers lie on the host or on the device.
#include <mpi.h>
#include <stdio.h>
#include <string.h>
__global__ void twice(double *p, int n) { int i = threadIdx.x; if (i < n) p[i] *= 2; }
static void least(void *a, void *b, int *n, MPI_Datatype *type) {
  for (int i = 0; i < *n; i++) if (((double *)a)[i] < ((double *)b)[i]) ((double *)b)[i] = ((double *)a)[i];
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size, length;
  char name[MPI_MAX_PROCESSOR_NAME];
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Get_processor_name(name, &length);
  double h[8], sum[8], in[8], *d;
  for (int i = 0; i < 8; i++) h[i] = rank + i;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  twice<<<1, 8>>>(d, 8);
  MPI_Allreduce(d, sum, 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  int next = (rank + 1) % size, before = (rank + size - 1) % size, index, count, flag;
  MPI_Request r[2];
  MPI_Status s;
  MPI_Irecv(in, 8, MPI_DOUBLE, before, 7, MPI_COMM_WORLD, &r[0]);
  MPI_Isend(h, 8, MPI_DOUBLE, next, 7, MPI_COMM_WORLD, &r[1]);
  MPI_Waitany(2, r, &index, MPI_STATUS_IGNORE);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  MPI_Op op;
  MPI_Op_create(least, 1, &op);
  double low = rank, most = rank;
  MPI_Allreduce(MPI_IN_PLACE, &low, 1, MPI_DOUBLE, op, MPI_COMM_WORLD);
  MPI_Op_free(&op);
  MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  MPI_Sendrecv_replace(&most, 1, MPI_DOUBLE, next, 1, before, 1, MPI_COMM_WORLD, &s);
  MPI_Get_count(&s, MPI_DOUBLE, &count);
  struct { int id; double x[2]; } cell = {rank, {1, 2}}, cells[16];
  int lengths[] = {1, 2};
  MPI_Aint places[] = {0, 8};
  MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE}, made;
  MPI_Type_create_struct(2, lengths, places, types, &made);
  MPI_Type_commit(&made);
  MPI_Gather(&cell, 1, made, cells, 1, made, 0, MPI_COMM_WORLD);
  MPI_Type_free(&made);
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  MPI_Comm_free(&half);
  MPI_Initialized(&flag);
  printf("%d of %d: %g %g, %g, %d, %g %g, %d from %d, %g, %d, %d\n", rank, size, sum[0], sum[7], in[3], index >= 0 && index < 2, low, most, count, s.MPI_SOURCE, cells[0].x[1], flag != 0,
         length == (int)strlen(name));
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
