/** A form for scripts of several lines, which run command by command. */
import { TextArea } from '@carbon/react'
import { useState } from 'react'
import { ActionButton } from '../../../ui/feedback/action-button.tsx'
import { t } from '../../../ui/text/t.ts'
import { splitScript } from './mqsc-text.ts'

export type ScriptFormProps = { busy: boolean; run(commands: readonly string[]): void }

export function ScriptForm({ busy, run }: ScriptFormProps) {
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
