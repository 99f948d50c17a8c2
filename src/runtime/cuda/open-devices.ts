/** The real devices of this machine. */
import type { Device } from '../../machine/device.ts';
import type { ProgramMemory } from '../program-memory.ts';
import { CudaDevice } from './cuda-device.ts';
import type { CudaImage } from './cuda-image.ts';
import { deviceModelOf } from './device-facts.ts';
import type { Driver } from './driver-table.ts';
import { HostMemory } from './host-memory.ts';
import { LaunchBuffer } from './launch-buffer.ts';
import { ManagedPages } from './managed-pages.ts';
import { NoDriver, startDriver } from './native-driver.ts';
import { NativeMemory } from './native-memory.ts';
import type { Listener, Session } from './session.ts';

export function openDevices(
  driver: Driver,
  memory: ProgramMemory,
  image: CudaImage,
  listener: Listener,
): readonly Device[] {
  const native = new NativeMemory(driver);
  const count = startDriver(driver, native);
  if (count === 0)
    throw new NoDriver('the CUDA driver finds no device on this machine, or CUDA_VISIBLE_DEVICES leaves none');
  const host = new HostMemory(driver, memory);
  const session: Session = {
    ...listener,
    driver,
    native,
    launches: new LaunchBuffer(driver, host.base),
    host,
    managed: new ManagedPages(driver, host, listener.managedPages ?? true, (text) => {
      if (listener.explains) listener.message(text);
    }),
    image,
    devices: count,
    books: [],
    current: 0n,
  };
  return Array.from({ length: count }, (_, ordinal) => {
    driver.calls.cuDeviceGet(native.cell(0), ordinal);
    const device = native.i32(0);
    const opened = new CudaDevice(session, deviceModelOf(driver, native, device), ordinal, device);
    const placeOf = (name: string): bigint => opened.placeOf(name);
    return listener.checked?.(opened, { base: host.base, placeOf }) ?? opened;
  });
}
