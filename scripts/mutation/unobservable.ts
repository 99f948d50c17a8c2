/** What provably no program can see, by table: the reason for each row. */
export const unobservable: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  cudafor: {
    cudaSetDoubleForDevice: 'does nothing on devices with double precision, which all are',
    cudaSetDoubleForHost: 'does nothing on devices with double precision, which all are',
    cudaProfilerStart: 'only a profiler sees it: test/cli/nsys.test.ts',
    cudaProfilerStop: 'only a profiler sees it: test/cli/nsys.test.ts',
  },
};
