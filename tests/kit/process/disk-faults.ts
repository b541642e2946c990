// A disk that is slow or fails, by strace: what a program's fsyncs do.
import { spawnSync } from 'node:child_process'

/** Runs a program whose fsyncs do what `fault` says. `-D`: the program stays our child, not strace's. */
export const withDisk = (fault: string): readonly [string, ...string[]] => {
  const calls = 'fsync,fdatasync'
  return ['strace', '-D', '-f', '--seccomp-bpf', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', `inject=${calls}:${fault}`]
}

/** Each fsync returns so much later. */
export const withSlowDisk = (ms: number) => withDisk(`delay_exit=${Math.max(1, ms * 1_000)}`)

/** Whether strace is there and may trace. */
export function mayTrace(): boolean {
  const [strace, ...args] = withSlowDisk(0)
  return spawnSync(strace, [...args, 'true']).status === 0
}
