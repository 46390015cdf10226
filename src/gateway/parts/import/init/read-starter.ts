/** The documents of a first protected API without questions, for `sluice demo`. */
import type { OpenApiFile } from '../../../../shared/cli/common/command.ts'
import type { StarterApi } from '../../../contract/api-import.ts'
import type { GatewayPart } from '../../../part.ts'
import { renderNote } from '../commands/import-report.ts'
import { renderCallToTry } from './next-steps.ts'
import { readAnswers } from './questions.ts'
import { readStarterApi } from './starter-api.ts'
import { writeStarter } from './write-starter.ts'

/** Reads the file, and takes the default of every question of `sluice init`. Rejects with a message for the user. */
export async function readStarter(file: OpenApiFile, parts: readonly GatewayPart[]): Promise<StarterApi> {
  const { document, presets, convert } = await readStarterApi(file)

  return {
    document,
    async write(folder, dataFolder, backend) {
      const answers = { ...(await readAnswers({}, { source: undefined, presets })), backend }
      const content = { answers, api: convert(answers) }
      const starter = await writeStarter(folder, content, parts, dataFolder)
      return {
        name: answers.api,
        notes: content.api.notes.map(renderNote),
        renderCall: (origin) => renderCallToTry(content, starter, origin),
      }
    },
  }
}
