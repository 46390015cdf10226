/** Starts the scripts in `bench/servers`. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cores, type StartedProcess, startOnCore } from '../harness/process.ts'

interface ScriptOptions {
  args?: readonly string[]
  environment?: Record<string, string>
  /** The folder of the checkout that has the script; by default this one. */
  root?: string | undefined
}

/** Starts a script of `bench/servers` and reads the port that it prints. */
export async function startScript(
  core: number | string,
  script: string,
  { args = [], environment = {}, root }: ScriptOptions = {},
): Promise<Omit<StartedProcess, 'ended'> & { port: number }> {
  const own = fileURLToPath(new URL(`../servers/${script}`, import.meta.url))
  const file = root === undefined ? own : join(root, 'bench/servers', script)
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', file, ...args] as const
  const started = await startOnCore(core, command, { readyText: 'ready at', env: environment })
  const { pid, output, close } = started
  return { pid, output, close, port: Number(/ready at (\d+)/.exec(output)?.[1]) }
}

/** Runs a function while the backend of the benchmarks runs on the core of the load generator. */
export async function runWithBackend<T>(run: (port: number) => Promise<T>): Promise<T> {
  const backend = await startScript(cores.others, 'backend.ts')
  try {
    return await run(backend.port)
  } finally {
    await backend.close()
  }
}
