/** `sluice test`: runs the tests beside the documents, in process and without network. */
import { defineCommand, jsonOption } from '../../../../shared/cli/common/command.ts'
import { replaceFile } from '../../../../shared/lib/files/replace-file.ts'
import type { GatewayParts } from '../../../part.ts'
import { readSettings } from '../../../runtime/settings/index.ts'

export const testCommand = defineCommand({
  name: 'test',
  summary: 'run the tests beside the documents, without network',
  words: '[FOLDER]',
  options: {
    coverage: { help: 'list operations and branches that no test reaches' },
    json: jsonOption,
    junit: { value: 'FILE', help: 'also write the results as JUnit XML' },
    mutate: { help: 'list the lines of documents that no test would miss' },
    name: { value: 'TEXT', help: 'run only tests whose name contains this text' },
    watch: { help: 'run again when a file changes' },
  },

  async run(
    { positionals: [folder], options: { coverage, json, junit, mutate, name, watch }, write },
    { gatewayParts }: GatewayParts,
  ) {
    const [{ runTests }, render] = await Promise.all([import('./run-tests.ts'), import('./render-tests.ts')])
    const { configFolder, environment } = readSettings()
    const options = { folder: folder ?? configFolder, environment, name, parts: gatewayParts }

    async function runOnce(): Promise<number> {
      const result = await runTests(options)
      if (json) write(`${JSON.stringify(result, null, 2)}\n`)
      else
        write('problems' in result ? render.renderProblems(result.problems) : render.renderTests(result, { coverage }))
      if ('problems' in result) return 1
      if (junit !== undefined) await replaceFile(junit, render.renderAsJunit(result))
      return result.failed > 0 ? 1 : 0
    }

    if (mutate) {
      const { findUnguardedLines } = await import('./find-unguarded-lines.ts')
      const { lines, tried } = await findUnguardedLines(options)
      write(render.renderUnguarded(lines, tried))
      return lines.length > 0 ? 1 : 0
    }
    const status = await runOnce()
    if (watch !== true) return status
    const [{ watchTests }, { waitForSignal }] = await Promise.all([
      import('../engine/index.ts'),
      import('../../../../shared/cli/common/wait-for-signal.ts'),
    ])
    await watchTests(options.folder, runOnce, waitForSignal())
    return 0
  },
})
