/** The page on which the user runs MQSC commands. */
import { useEffect, useRef, useState } from 'react'

import '../styles/work.scss'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { runCommandText } from '../api/mqsc.ts'
import { ManagerPageHeader } from '../shell/manager-page-header.tsx'
import { CommandPrompt } from './command-prompt.tsx'

interface Exchange {
  id: number
  command: string
  failed: boolean
  lines: readonly string[]
}

const maxExchanges = 200
/** The maximum number of lines shown of one response. More lines would make the page slow. */
const maxLines = 1_000

export default function MqscPage({ manager }: { manager: string }) {
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([])
  const count = useRef(0)
  const end = useRef<HTMLDivElement>(null)
  const { busy, run } = useAction()

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls down whenever something was added
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [exchanges])

  async function submit(command: string) {
    await run(async () => {
      const answer = await runCommandText(manager, command).catch((error: Error) => ({
        failed: true,
        lines: [error.message],
      }))
      count.current += 1
      const exchange = {
        id: count.current,
        command,
        failed: answer.failed,
        lines: truncateLines(answer.lines),
      }
      setExchanges((before) => [...before, exchange].slice(-maxExchanges))
    })
  }

  return (
    <>
      <ManagerPageHeader manager={manager} title="MQSC" />
      <p className="mqsc__help">
        Enter runs the command, Tab takes a suggestion, the arrow keys choose one or bring back earlier
        commands.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
      <div className="mqsc__log" role="log" aria-label="Answers" tabIndex={0}>
        {exchanges.map(({ id, command, failed, lines }) => (
          <div key={id} className={failed ? 'mqsc__exchange mqsc__exchange--failed' : 'mqsc__exchange'}>
            <div className="mqsc__command">{command}</div>
            <pre className="mqsc__answer">{lines.join('\n')}</pre>
          </div>
        ))}
        <div ref={end} />
      </div>
      <CommandPrompt manager={manager} busy={busy} submit={(command) => void submit(command)} />
    </>
  )
}

function truncateLines(lines: readonly string[]): readonly string[] {
  if (lines.length <= maxLines) return lines
  return [...lines.slice(0, maxLines), `… and ${lines.length - maxLines} more; ask for fewer objects.`]
}
