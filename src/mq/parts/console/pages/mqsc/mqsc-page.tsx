/** The page on which the user runs MQSC commands. */
import '@carbon/styles/scss/components/toggle/_index.scss'
import '@carbon/styles/scss/components/text-area/_index.scss'
import { Button, TextArea, Toggle } from '@carbon/react'
import { useEffect, useRef, useState } from 'react'
import { ActionButton } from '../../../../../shared/ui/feedback/action-button.tsx'
import { useAction } from '../../../../../shared/ui/feedback/use-action.ts'
import { downloadFile } from '../../../../../shared/ui/files/download-file.ts'
import { useLocalPreference } from '../../../../../shared/ui/preferences/local-preferences.ts'
import { DataTable } from '../../../../../shared/ui/table/data-table.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import { runCommandText } from '../../kit/api/mqsc.ts'
import { buildManagerLink, sectionTitles } from '../../kit/routing/page-route.ts'
import { ManagerPageHeader } from '../../kit/shell/manager-page-header.tsx'
import { CommandPrompt } from './command-prompt.tsx'
import { listKeywords, parseAnswer, splitScript, tokenizeCommand } from './mqsc-text.ts'

export default function MqscPage({ manager, gateway }: MqscPageProps) {
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([])
  const count = useRef(0)
  const end = useRef<HTMLDivElement>(null)
  const [asTable, setAsTable] = useLocalPreference('mqsc-table', false)
  const { busy, run } = useAction()

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls down whenever something was added
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [exchanges])

  /** Runs commands one after the other and stops at the first one that fails. */
  async function submitAll(commands: readonly string[]) {
    await run(async () => {
      for (const command of commands) if (!(await submit(command))) return
    })
  }

  async function submit(command: string): Promise<boolean> {
    const answer = await runCommandText(manager, command, gateway).catch((error: Error) => ({
      failed: true,
      lines: [error.message],
    }))
    count.current += 1
    const { failed } = answer
    const exchange = { id: count.current, command, failed, lines: truncateLines(answer.lines) }
    setExchanges((before) => [...before, exchange].slice(-maxExchanges))
    return !failed
  }

  function exportAll() {
    const text = exchanges.map(({ command, lines }) => `${command}\n${lines.join('\n')}\n`).join('\n')
    downloadFile(`${manager} MQSC.txt`, new Blob([text], { type: 'text/plain' }))
  }

  return (
    <>
      {gateway === undefined ? (
        <ManagerPageHeader manager={manager} title="MQSC" />
      ) : (
        <ManagerPageHeader
          manager={gateway}
          list={[sectionTitles['remote-managers'], buildManagerLink(gateway, 'remote-managers')]}
          title={t('MQSC on {manager}', { manager })}
        />
      )}
      <div className="mqsc__tools">
        <p className="mqsc__help">
          {t(
            'Enter runs the command, Tab takes a suggestion, the arrow keys choose one or bring back earlier commands.',
          )}
        </p>
        <Toggle
          id="mqsc-table"
          size="sm"
          labelText={t('Show results as tables')}
          hideLabel
          toggled={asTable}
          onToggle={setAsTable}
        />
        {exchanges.length > 0 && (
          <Button kind="ghost" size="sm" onClick={exportAll}>
            {t('Export the log')}
          </Button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
      <div className="mqsc__log" role="log" aria-label={t('Answers')} tabIndex={0}>
        {exchanges.map(({ id, command, failed, lines }) => (
          <div key={id} className={failed ? 'mqsc__exchange mqsc__exchange--failed' : 'mqsc__exchange'}>
            <div className="mqsc__command">
              <HighlightedCommand text={command} />
            </div>
            <Answer lines={lines} asTable={asTable && !failed} />
          </div>
        ))}
        {exchanges.length === 0 && (
          <p className="mqsc__help">
            {t('The answers appear here. Try DISPLAY QLOCAL(*) CURDEPTH, or DISPLAY CHSTATUS(*).')}
          </p>
        )}
        <div ref={end} />
      </div>
      <CommandPrompt manager={gateway ?? manager} busy={busy} submit={(command) => void submitAll([command])} />
      <ScriptForm busy={busy} run={(commands) => void submitAll(commands)} />
    </>
  )
}

function truncateLines(lines: readonly string[]): readonly string[] {
  if (lines.length <= maxLines) return lines
  return [
    ...lines.slice(0, maxLines),
    t('… and {count} more; ask for fewer objects.', { count: lines.length - maxLines }),
  ]
}

function HighlightedCommand({ text }: { text: string }) {
  return tokenizeCommand(text).map(({ kind, text: part }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of a text have no other identity
    <span key={index} className={`token token--${kind}`}>
      {part}
    </span>
  ))
}

/** The answer of a command: the lines of the queue manager, or a table of the displayed objects. */
function Answer({ lines, asTable }: { lines: readonly string[]; asTable: boolean }) {
  const rows = asTable ? parseAnswer(lines) : []
  if (rows.length === 0) return <pre className="mqsc__answer">{lines.join('\n')}</pre>
  const columns = listKeywords(rows).map((keyword) => [keyword, (row: Row) => row.get(keyword)] as const)
  return (
    <DataTable small label={t('Results')} rows={rows} keyOf={(row) => String(rows.indexOf(row))} columns={columns} />
  )
}

type Row = ReturnType<typeof parseAnswer>[number]

type ScriptFormProps = { busy: boolean; run(commands: readonly string[]): void }

/** A form for scripts of several lines, which run command by command. */
function ScriptForm({ busy, run }: ScriptFormProps) {
  const [script, setScript] = useState('')
  const commands = splitScript(script)
  return (
    <div className="mqsc__script">
      <TextArea
        id="mqsc-script"
        labelText={t('Script')}
        helperText={t('Several commands; + or - at the end of a line continues it, * begins a comment.')}
        rows={4}
        value={script}
        spellCheck={false}
        onChange={(event) => setScript(event.target.value)}
      />
      <ActionButton size="md" kind="tertiary" busy={busy} requires={[commands.join()]} onClick={() => run(commands)}>
        {t('Run {commands, plural, one {# command} other {# commands}}', { commands: commands.length })}
      </ActionButton>
    </div>
  )
}

type Exchange = { id: number; command: string; failed: boolean; lines: readonly string[] }

const maxExchanges = 200
/** The maximum number of lines shown of one response. More lines would make the page slow. */
const maxLines = 1_000

export interface MqscPageProps {
  manager: string
  /** The queue manager through which a queue manager elsewhere is reached. */
  gateway?: string
}
