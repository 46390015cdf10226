/** What is used of ava's own runner. ava offers no public way to run a file again in the same process. */
interface Task {
  title: string
  implementation(...args: unknown[]): unknown
  metadata: { selected: boolean }
}

export interface Runner {
  /** The `test` that a test file imports. */
  chain: unknown
  tasks: { serial: Task[]; concurrent: Task[] }
  /** Called soon after the first test is declared, when the module has been evaluated. */
  start(): Promise<void>
  on(event: string, listener: (data: { type?: string; title?: string; err?: { message?: string } }) => void): void
  interrupt(): void
}

type RunnerClass = new (options: { failFast: boolean; file: string; projectDir: string; serial: boolean }) => Runner

const avaFolder = new URL('../node_modules/ava/lib/', import.meta.url)
const { set: setColours } = await import(new URL('chalk.js', avaFolder).href)
setColours({ level: 0 })
const { default: AvaRunner } = (await import(new URL('runner.js', avaFolder).href)) as { default: RunnerClass }

interface RunnerOptions {
  /** The titles of the tests that run; all of them when undefined. */
  titles?: readonly string[] | undefined
  /** Gets the title of each test before it runs. */
  onBegin?: (title: string) => void
}

/** Returns a runner of one test file. Its tests run one after the other, until the first failure. */
export function createRunner(testFile: string, { titles, onBegin = () => {} }: RunnerOptions): Runner {
  const runner = new AvaRunner({ failFast: true, file: testFile, projectDir: process.cwd(), serial: true })
  const start = runner.start.bind(runner)
  runner.start = () => {
    for (const task of [...runner.tasks.serial, ...runner.tasks.concurrent]) {
      const { implementation, title } = task
      if (titles && !titles.includes(title)) task.metadata.selected = false
      task.implementation = (...args) => {
        onBegin(title)
        return implementation(...args)
      }
    }
    return start()
  }
  return runner
}
