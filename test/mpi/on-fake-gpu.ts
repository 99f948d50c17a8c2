/** One process of a program with MPI on a GPU that is only played (test/runtime-cuda): its library of MPI is real, and knows nothing of GPUs. `mpirun … node on-fake-gpu.ts FILE` */
import { readFileSync, writeSync } from 'node:fs';
import { launchedBy, mpiFor } from '../../src/cli/mpi.ts';
import { FakeDriver } from '../runtime-cuda/fake-driver.ts';
import { runOnFake } from '../runtime-cuda/run-program.ts';

const [file = ''] = process.argv.slice(2);
const launched = launchedBy(process.env);
const driver = new FakeDriver();
const { status, out, errors } = runOnFake(readFileSync(file, 'utf8'), driver, {}, undefined, (places) =>
  mpiFor(places, process.env, launched, [import.meta.url], () => undefined, false),
);
writeSync(1, out);
writeSync(2, `${errors}${driver.log.filter((name) => name === 'cuEventRecord').length} copies of pieces\n`);
process.exitCode = status;
