/** Runs tests of documents again whenever a document or a test beside it changes. */
import { silentLog } from '../../../../shared/lib/output/log.ts'
import { DocumentWatcher } from '../../../runtime/loading/watch-documents.ts'

/** Editors write a file in several steps: changes within this time start one run. */
const quietMs = 100

/** Settles when `end` has settled and the last run has ended. */
export async function watchTests(folder: string, run: () => Promise<unknown>, end: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  const onChange = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = running.then(run)
    }, quietMs)
  }
  const watching = new DocumentWatcher(folder, silentLog)
  watching.onChange(onChange)
  await end
  watching.close()
  clearTimeout(timer)
  await running
}
