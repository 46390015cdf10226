/** Answers a question of `sluice ask` from the documents of a folder and the store of its gateway. */
import type { AnswerRow, QuestionName } from '../../contract/access/questions.ts'
import { describeStateStore, openExistingStateStore } from '../../storage/index.ts'
import { loadDocuments } from '../documents/open-documents.ts'
import { openStoredApplications } from '../portal/stored-applications.ts'
import type { QuestionSettings } from '../thread-tasks.ts'
import { answers } from './questions.ts'

/** Returns the rows; undefined when the documents have errors. Throws when no gateway has used the store. */
export async function answerQuestion(
  name: Exclude<QuestionName, 'slow-calls'>,
  argument: string,
  settings: QuestionSettings,
): Promise<AnswerRow[] | undefined> {
  const { configFolder, environment, store } = settings
  const opened = await openExistingStateStore(store)
  if (!opened) throw new Error(`no gateway has used ${describeStateStore(store)}: set SLUICE_DATA to its folder`)
  try {
    const stored = (await openStoredApplications(opened.store, opened.clock)).texts()
    const { config } = await loadDocuments({ configFolder, environment, stored }, { sandbox: true })
    return config && (await answers[name]({ config, settings, opened }, argument))
  } finally {
    await opened.store.close()
  }
}
