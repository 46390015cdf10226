/** `sluice why`: explains how the gateway decided a call, by its X-Request-Id. */
import { defineCommand, jsonOption, UsageError } from '../../../../shared/cli/common/command.ts'
import { replaceFile } from '../../../../shared/lib/files/replace-file.ts'
import type { GatewayPart, GatewayParts } from '../../../part.ts'
import { readSettings } from '../../../runtime/settings/index.ts'

export const whyCommand = defineCommand({
  name: 'why',
  summary: 'explain why the gateway rejected or how it served a call, and what became of its messages',
  words: '[ID]',
  usage: 'ID [--html FILE] [--json] [--test]\n       sluice why --replay [FOLDER] [--exit-code] [--json]',
  options: {
    'exit-code': { help: 'with --replay: exit with status 3 when a decision would change' },
    html: { value: 'FILE', help: 'write a page with a picture of the stages and their times' },
    json: jsonOption,
    test: { help: 'print a test that makes the same call, for a *.test.yaml file' },
    replay: {
      help: 'decide the calls of the last day by the documents of the folder, and list those that would change',
    },
  },

  async run(
    { positionals: [first], options: { exitCode, html, json, replay, test }, write },
    { gatewayParts }: GatewayParts,
  ) {
    if (replay) return replayCalls(first, { exitCode, json, write, parts: gatewayParts })
    if (first === undefined)
      throw new UsageError('ID is missing: the X-Request-Id of a response, or the id of a message or of a trace')
    const [{ renderExplanation }, { findCall }] = await Promise.all([
      import('./render-explanation.ts'),
      import('./find-call.ts'),
    ])
    const found = await findCall(first, readSettings())
    if (html !== undefined) {
      const { renderHtml } = await import('./render-html.ts')
      await replaceFile(html, renderHtml(found))
    }
    if (test) {
      const { renderTest } = await import('../../../contract/access/render-test.ts')
      write(renderTest(found))
    } else write(json ? `${JSON.stringify(found, null, 2)}\n` : renderExplanation(found))
    return 0
  },
})

type ReplayOptions = { exitCode: boolean; json: boolean; write(text: string): void; parts: readonly GatewayPart[] }

const changedStatus = 3

async function replayCalls(
  folder: string | undefined,
  { exitCode, json, write, parts }: ReplayOptions,
): Promise<number> {
  const [{ replayKeptCalls, renderReplay }, { showProgress }] = await Promise.all([
    import('./replay.ts'),
    import('../../../../shared/cli/common/progress.ts'),
  ])
  const result = await showProgress(
    'deciding the calls of the last day',
    replayKeptCalls(folder, readSettings(), parts),
  )
  write(json ? `${JSON.stringify(result, null, 2)}\n` : renderReplay(result))
  return exitCode && result.changed.length > 0 ? changedStatus : 0
}
