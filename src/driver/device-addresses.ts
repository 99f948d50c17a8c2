/** Whether host code carries addresses of a device in `type(c_ptr)`: those of a real device are longer than a 32-bit host memory's. */
import type { Program } from '../ir/link.ts';
import type { Fn, Statement } from '../ir/module.ts';
import { eachExpressionIn, someStatement } from '../ir/walk.ts';

/** Functions with the C names of CUDA's runtime and libraries. */
const ofCuda = /^(?:cuda|cublas|cufft|curand|cusparse|cusolver|cutensor|nccl)[A-Z]/;

export function carriesDeviceAddresses(program: Program): boolean {
  for (const f of program.functions.values()) if (f.kind === 'host' && callsWithPointers(f)) return true;
  return false;
}

function callsWithPointers(f: Fn): boolean {
  return !ofCuda.test(f.name) && someStatement(f.body, callsCuda) && takesApart(f.body);
}

function callsCuda(s: Statement): boolean {
  return s.kind === 'call' && s.callee.kind === 'direct' && ofCuda.test(s.callee.name);
}

/** Whether a number becomes a host address, as the value of a `c_ptr` does that is an argument. */
function takesApart(body: readonly Statement[]): boolean {
  let found = false;
  eachExpressionIn(body, (e) => {
    if (e.kind === 'op' && e.op === 'from.address' && e.type === 'ptr.host') found = true;
  });
  return found;
}
