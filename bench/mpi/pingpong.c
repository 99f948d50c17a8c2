/* As pingpong.f90. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most = 4194304 };

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  char *a = malloc(most);
  memset(a, 1, most);
  for (int bytes = 8; bytes <= most; bytes *= 8) {
    int turns = 100000000 / (bytes + 20000);
    if (turns > 5000) turns = 5000;
    if (turns < 20) turns = 20;
    double best = 1e30;
    for (int round = 0; round < (bytes <= 4096 ? 80 : 7); round++) {
      MPI_Barrier(MPI_COMM_WORLD);
      double start = MPI_Wtime();
      for (int i = 0; i < turns; i++) {
        if (rank == 0) {
          MPI_Send(a, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
          MPI_Recv(a, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else if (rank == 1) {
          MPI_Recv(a, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
          MPI_Send(a, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
        }
      }
      double time = (MPI_Wtime() - start) / (2 * turns);
      if (time < best) best = time;
    }
    if (rank == 0) printf("%d %.4f\n", bytes, best * 1e6);
  }
  MPI_Finalize();
  return 0;
}
