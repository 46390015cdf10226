/** A dialog that creates a new secret. The old secret stays valid while the user's programs are changed. */

import { Select, SelectItem } from '@carbon/react'
import { useState } from 'react'
import { hourMs } from '../../../../lib/time/durations.ts'
import { Dialog } from '../../../../ui/feedback/dialog.tsx'
import { useAction } from '../../../../ui/feedback/use-action.ts'
import { t } from '../../../../ui/text/t.ts'
import type { ApplicationView, ResetSecretRequest, ResetSecretResponse } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { useStoredCredentials } from '../../session/stored-credentials.tsx'
import { renderSecretExpiry } from '../expiry-choices.ts'
import { formatLastUsed } from '../format-last-used.ts'
import { NewSecretNotice, secretLoss } from '../new-secret-notice.tsx'
import { SecretExpiryField } from '../secret-expiry-field.tsx'

/** How long the old secret stays valid, in hours; undefined until the user drops it. */
const overlaps: readonly (readonly [title: string, hours: number | undefined])[] = [
  [t('Until I end it'), undefined],
  [t('For an hour'), 1],
  [t('For a day'), 24],
  [t('For a week'), 7 * 24],
  [t('For 30 days'), 30 * 24],
  [t('Not at all: it ends now'), 0],
]

export interface ResetSecretDialogProps {
  application: ApplicationView
  close(): void
  changed(): void
}

export function ResetSecretDialog({ application, close, changed }: ResetSecretDialogProps) {
  const [overlap, setOverlap] = useState(0)
  const [kept, setKept] = useState<KeptSecret>(findLastUsedSecret(application))
  const [life, setLife] = useState('')
  const mustChoose = application.secrets > 1 && overlaps[overlap]?.[1] !== 0
  const [made, setMade] = useState<ResetSecretResponse>()
  const { saveSecret: keepSecret } = useStoredCredentials()
  const action = useAction()

  async function reset() {
    const params = { application: application.name }
    await action.run(async () => {
      const body = {
        ...buildResetRequest(overlaps[overlap]?.[1]),
        ...(mustChoose && { keep: kept }),
        ...renderSecretExpiry(life),
      }
      const response = await requestResource('POST /applications/:application/secrets', params, { body })
      keepSecret(response.clientId, response.clientSecret)
      setMade(response)
      changed()
    })
  }

  if (made) {
    return (
      <Dialog
        size="sm"
        title={t('The new secret')}
        cancel={t('Close')}
        loses={secretLoss}
        focus=".dialog__body"
        close={close}
      >
        <NewSecretNotice clientId={made.clientId} clientSecret={made.clientSecret} />
      </Dialog>
    )
  }
  return (
    <Dialog
      size="sm"
      title={t('Reset the secret')}
      label={application.title}
      action={t('Reset')}
      busy={action.busy}
      problem={action.problem}
      submit={() => void reset()}
      close={close}
    >
      <div className="form">
        <Select
          id="overlap"
          labelText={
            application.secrets > 1 ? t('One of the present secrets stays valid') : t('The present secret stays valid')
          }
          value={String(overlap)}
          onChange={(event) => setOverlap(Number(event.target.value))}
        >
          {overlaps.map(([title], index) => (
            <SelectItem key={title} value={String(index)} text={title} />
          ))}
        </Select>
        <SecretExpiryField value={life} change={setLife} />
        {mustChoose && (
          <Select
            id="kept"
            labelText={t('The one that stays')}
            helperText={t('The other one ends at once.')}
            value={kept}
            onChange={(event) => setKept(event.target.value as KeptSecret)}
          >
            <SelectItem
              value="newest"
              text={t('The newest, {lastUsed}', { lastUsed: formatLastUsed(application, 0) })}
            />
            <SelectItem value="old" text={t('The old one, {lastUsed}', { lastUsed: formatLastUsed(application, 1) })} />
          </Select>
        )}
      </div>
    </Dialog>
  )
}

type KeptSecret = NonNullable<ResetSecretRequest['keep']>

/** Returns the secret that was used last, or the newest if neither was used. */
function findLastUsedSecret({ secretsLastUsed: [newest, old] }: ApplicationView): KeptSecret {
  return old && (!newest || old > newest) ? 'old' : 'newest'
}

function buildResetRequest(hours: number | undefined): ResetSecretRequest {
  if (hours === undefined) return { keepOld: true }
  if (hours === 0) return { keepOld: false }
  return { keepOld: true, oldUntil: new Date(Date.now() + hours * hourMs).toISOString() }
}
