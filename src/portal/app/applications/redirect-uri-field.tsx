/** A text area for redirect URIs, one per line. */

import { Button, TextArea } from '@carbon/react'
import { t } from '../../../ui/text/t.ts'

import { usePortalInfo } from '../session/portal-info.tsx'

export function RedirectUriField({ value, change }: { value: string; change(value: string): void }) {
  const { callback } = usePortalInfo()
  const lines = splitLines(value)
  return (
    <div>
      <TextArea
        id="redirects"
        labelText={t('Redirect addresses')}
        helperText={t('One in each line. Only the authorization code needs them.')}
        rows={3}
        value={value}
        spellCheck={false}
        onChange={(event) => change(event.target.value)}
      />
      {!lines.includes(callback) && (
        <Button size="sm" kind="ghost" onClick={() => change([...lines, callback].join('\n'))}>
          {t('Add this portal, to try it from here')}
        </Button>
      )}
    </div>
  )
}

export function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
