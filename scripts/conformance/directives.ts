/** The validation suites of OpenACC (github.com/OpenACCUserGroup/OpenACCV-V, folder Tests) and of OpenMP's target constructs (github.com/OpenMP-Validation-and-Verification/OpenMP_VV). */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { firstMessage, run } from './run.ts';
import type { Failure, Measured } from './table.ts';

const secondsToRun = 60;

type Suite = {
  readonly title: string;
  readonly rule: string;
  readonly files: readonly string[];
  readonly options: readonly string[];
  readonly leftOut: Readonly<Record<string, string>>;
};

export function openacc(folder: string, cufort: string, only: RegExp): Measured {
  const files = readdirSync(folder).filter((name) => name.endsWith('.F90'));
  return measured(
    {
      title: 'OpenACC V&V, Fortran',
      rule: '`cufort run -acc FILE`: it must end with code 0.',
      files: files.sort().map((name) => join(folder, name)),
      options: ['-acc', '-w'],
      leftOut: invalidOpenacc,
    },
    cufort,
    only,
  );
}

export function openmp(folder: string, cufort: string, only: RegExp): Measured {
  const files = readdirSync(join(folder, 'tests'), { recursive: true, encoding: 'utf8' });
  return measured(
    {
      title: "OpenMP_VV, Fortran's tests of target constructs",
      rule: '`cufort run -mp=gpu -Iompvv FILE`, of all files with target in their path: it must end with code 0.',
      files: files
        .filter((name) => /target.*\.F90$/.test(name))
        .sort()
        .map((name) => join(folder, 'tests', name)),
      options: ['-mp=gpu', '-w', `-I${join(folder, 'ompvv')}`],
      leftOut: invalidOpenmp,
    },
    cufort,
    only,
  );
}

/** Of the files that name no target, those that gfortran compiles and that pass there. */
export function openmpHost(folder: string, cufort: string, only: RegExp): Measured {
  const files = readdirSync(join(folder, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.F90') && only.test(basename(name, '.F90')))
    .sort()
    .map((name) => join(folder, 'tests', name))
    .filter((file) => !/^\s*!\$omp.*\btarget\b/im.test(readFileSync(file, 'latin1')));
  return measured(
    {
      title: "OpenMP_VV, Fortran's tests of the host",
      rule: '`cufort run -mp -Iompvv FILE`, of all files without target constructs that `gfortran -fopenmp -ffree-line-length-none` passes: it must end with code 0.',
      files: files.filter((file) => gfortranPasses(file, join(folder, 'ompvv'))),
      options: ['-mp', '-w', `-I${join(folder, 'ompvv')}`],
      leftOut: {},
    },
    cufort,
    only,
  );
}

function gfortranPasses(file: string, headers: string): boolean {
  const scratch = mkdtempSync(join(tmpdir(), 'cufort-openmp-'));
  try {
    const program = join(scratch, 'program');
    const words = ['-fopenmp', '-ffree-line-length-none', '-w', `-I${headers}`, '-J', scratch, '-o', program];
    const place = { folder: dirname(file), seconds: secondsToRun };
    return run(['gfortran', ...words, file], place).code === 0 && run([program], place).code === 0;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function measured({ title, rule, files, options, leftOut }: Suite, cufort: string, only: RegExp): Measured {
  const failures: Failure[] = [];
  const left: Failure[] = [];
  let of = 0;
  for (const file of files) {
    const name = basename(file, '.F90');
    const reason = leftOut[name];
    if (!only.test(name)) continue;
    if (reason) {
      left.push({ name, reason });
      continue;
    }
    of++;
    const place = { folder: dirname(file), seconds: secondsToRun };
    const got = run([process.execPath, cufort, 'run', ...options, basename(file)], place);
    if (got.code !== 0) failures.push({ name, reason: firstMessage(got) });
  }
  return { title, rule, of, failures, leftOut: left };
}

const invalidOpenacc: Readonly<Record<string, string>> = {
  atomic_capture_assign_expr_divided_x: 'its own check tries all orders of ten numbers and takes for ever',
  atomic_capture_assign_expr_times_x: 'its own check says no in order too',
  atomic_capture_assign_max_expr_list_x: 'its own check says no in order too',
  atomic_capture_assign_max_expr_x: 'its own check says no in order too',
  atomic_capture_assign_max_x_expr: 'its own check says no in order too',
  atomic_capture_assign_max_x_expr_list: 'its own check says no in order too',
  atomic_capture_assign_min_expr_list_x: 'its own check says no in order too',
  atomic_capture_assign_min_expr_x: 'its own check says no in order too',
  atomic_capture_assign_min_x_expr: 'its own check says no in order too',
  atomic_capture_assign_min_x_expr_list: 'its own check says no in order too',
  atomic_capture_assign_x_divided_expr: 'its own check tries all orders of ten numbers and takes for ever',
  atomic_capture_assign_x_times_expr: 'its own check says no in order too',
  atomic_capture_expr_divided_x_assign: 'its own check tries all orders of ten numbers and takes for ever',
  atomic_capture_expr_times_x_assign: 'its own check says no in order too',
  atomic_capture_max_expr_list_x_assign: 'its own check says no in order too',
  atomic_capture_max_expr_x_assign: 'its own check says no in order too',
  atomic_capture_max_x_expr_assign: 'its own check says no in order too',
  atomic_capture_max_x_expr_list_assign: 'its own check says no in order too',
  atomic_capture_min_expr_list_x_assign: 'its own check says no in order too',
  atomic_capture_min_expr_x_assign: 'its own check says no in order too',
  atomic_capture_min_x_expr_assign: 'its own check says no in order too',
  atomic_capture_min_x_expr_list_assign: 'its own check says no in order too',
  atomic_capture_x_divided_expr_assign: 'its own check tries all orders of ten numbers and takes for ever',
  atomic_capture_x_times_expr_assign: 'its own check says no in order too',
  acc_copyin_with_len: 'compares with values of the wrong sign (test 6), and with data that it has set to 0 (test 7)',
  acc_deviceptr: 'assigns a type(c_ptr) to a real',
  acc_get_device_num: 'numbers devices from 1',
  acc_hostptr: 'compares a type(c_ptr) with a real',
  acc_malloc: 'wants the free memory unchanged by acc_malloc',
  acc_map_data: 'maps as many bytes as the array has elements',
  acc_unmap_data: 'maps as many bytes as the array has elements',
  declare_copyin: 'uses a module of another file; calls a function as a subroutine',
  declare_copyin_mod: 'is a module only',
  declare_create: 'subscripts that are no integers',
  declare_function_scope_copyin: 'calls a function as a subroutine',
  declare_function_scope_copyout: 'calls a function as a subroutine',
  declare_function_scope_create: 'ends functions with other names',
  declare_function_scope_present: 'ends functions with other names',
  kernels_if: 'compares a logical with an integer',
  kernels_num_gangs: 'counts gangs by a reduction that only assigns',
  serial_copyout: 'wants data back that the region around still needs',
  serial_loop_gang_blocking: 'reads a variable that nothing has set',
  serial_loop_worker_blocking: 'reads a variable that nothing has set',
  serial_loop_vector_blocking: 'reads a variable that nothing has set',
  serial_loop_reduction_or_loop: 'fails in order too',
  serial_private: 'fails in order too',
  set_device_type_num: 'uses a name that is not declared',
};

const invalidOpenmp: Readonly<Record<string, string>> = {
  test_target_device: 'has an implicit statement behind contains',
  test_print_in_target_region: 'wants integer(16), which nvfortran has not',
};
