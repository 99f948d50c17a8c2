/** Which MPI a process belongs to, by what its launcher has set. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launchedBy, launchProblem } from '../../src/cli/mpi.ts';

const openMpi = {
  OMPI_COMM_WORLD_SIZE: '4',
  OMPI_COMM_WORLD_LOCAL_SIZE: '2',
  OMPI_NUM_APP_CTX: '1',
  PMIX_NAMESPACE: 'x',
};
const hydra = { PMI_SIZE: '2', PMI_RANK: '0', MPI_LOCALNRANKS: '2' };
const slurm = { SLURM_STEP_NUM_TASKS: '8', SLURM_PROCID: '3', SLURM_STEP_TASKS_PER_NODE: '4(x2)' };

const cases: readonly (readonly [Record<string, string>, string | undefined, number, RegExp | undefined])[] = [
  [{}, undefined, 0, undefined],
  [openMpi, 'openmpi', 2, undefined],
  [hydra, 'mpich', 2, undefined],
  [{ ...slurm, PMIX_NAMESPACE: 'slurm.1', PMIX_RANK: '3' }, 'openmpi', 4, undefined],
  [{ ...slurm, PMI_SIZE: '8', PMI_RANK: '3' }, 'mpich', 1, undefined],
  [{ ...slurm, PMI_SIZE: '8', CUFORT_MPI: 'openmpi' }, 'openmpi', 1, undefined],
  [slurm, undefined, 0, /srun has started 8 processes .* --mpi=pmix/],
  [{ ...slurm, CUFORT_MPI: 'none' }, undefined, 0, undefined],
  [{ SLURM_PROCID: '0', SLURM_NTASKS: '8' }, undefined, 0, undefined],
  [
    { ...hydra, CUFORT_MPI: 'openmpi' },
    'openmpi',
    2,
    /launcher of MPICH has started this process \(MPI_LOCALNRANKS=2\)/,
  ],
  [{ ...openMpi, CUFORT_MPI: 'mpich' }, 'mpich', 2, /launcher of Open MPI has started/],
  [{ ...openMpi, CUFORT_MPI: 'none' }, undefined, 0, undefined],
  [{ CUFORT_MPI: 'intel' }, undefined, 0, /CUFORT_MPI=intel is no MPI that cufort knows/],
];

for (const [environment, flavour, here, problem] of cases)
  test(JSON.stringify(environment), () => {
    const launched = launchedBy(environment);
    assert.equal(launched?.flavour, flavour);
    assert.equal(launched?.here ?? 0, here);
    assert.match(launchProblem(environment) ?? '', problem ?? /^$/);
  });
