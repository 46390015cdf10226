/** A form for scripts of several lines, which run command by command. */
import { TextArea } from '@carbon/react'
import { useState } from 'react'

import { ActionButton } from '../../../ui/feedback/action-button.tsx'
import { mqscTexts } from '../wording/mqsc-texts.ts'
import { splitScript } from './mqsc-text.ts'

export interface ScriptFormProps {
  busy: boolean
  run(commands: readonly string[]): void
}

export function ScriptForm({ busy, run }: ScriptFormProps) {
  const [script, setScript] = useState('')
  const commands = splitScript(script)
  return (
    <div className="mqsc__script">
      <TextArea
        id="mqsc-script"
        labelText={mqscTexts.script}
        helperText={mqscTexts.scriptHelp}
        rows={4}
        value={script}
        spellCheck={false}
        onChange={(event) => setScript(event.target.value)}
      />
      <ActionButton size="md" kind="tertiary" busy={busy} requires={[commands.join()]} onClick={() => run(commands)}>
        {mqscTexts.run(commands.length)}
      </ActionButton>
    </div>
  )
}
