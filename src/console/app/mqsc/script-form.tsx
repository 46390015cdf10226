/** A form for scripts of several lines, which run command by command. */
import { Button, TextArea } from '@carbon/react'
import { useState } from 'react'

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
      <Button size="md" kind="tertiary" disabled={busy || commands.length === 0} onClick={() => run(commands)}>
        {mqscTexts.run(commands.length)}
      </Button>
    </div>
  )
}
