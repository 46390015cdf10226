/** A dialog that creates a new secret. The old secret stays valid while the user's programs are changed. */
import { useState } from 'react'
import { hourMs } from '../../../../../../shared/lib/time/durations.ts'
import { FormDialog } from '../../../../../../shared/ui/forms/form-dialog.tsx'
import { useForm } from '../../../../../../shared/ui/forms/use-form.ts'
import { t } from '../../../../../../shared/ui/text/t.ts'
import type { ApplicationView, ResetSecretRequest, ResetSecretResponse } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { useStoredCredentials } from '../../session/stored-credentials.tsx'
import { NewSecretDialog, useSecretLifeField } from '../application-fields.tsx'
import { formatLastUsed, renderSecretExpiry } from '../expiry-choices.ts'

/** How long the old secret stays valid, in hours; empty until the user drops it. */
const overlaps = [
  ['', t('Until I end it')],
  ['1', t('For an hour')],
  ['24', t('For a day')],
  ['168', t('For a week')],
  ['720', t('For 30 days')],
  ['0', t('Not at all: it ends now')],
] as const

type ResetSecretDialogProps = { application: ApplicationView; close(): void; changed(): void }

export function ResetSecretDialog({ application, close, changed }: ResetSecretDialogProps) {
  const [made, setMade] = useState<ResetSecretResponse>()
  const { saveSecret } = useStoredCredentials()
  const lifeField = useSecretLifeField()
  const hasTwo = application.secrets > 1
  const kept: readonly (readonly [KeptSecret, string])[] = [
    ['newest', t('The newest, {lastUsed}', { lastUsed: formatLastUsed(application, 0) })],
    ['old', t('The old one, {lastUsed}', { lastUsed: formatLastUsed(application, 1) })],
  ]
  const start = { overlap: '', life: '', kept: findLastUsedSecret(application) }
  const form = useForm('reset', start, ({ overlap }) => [
    {
      name: 'overlap',
      label: hasTwo ? t('One of the present secrets stays valid') : t('The present secret stays valid'),
      kind: 'choice',
      choices: overlaps,
    },
    lifeField,
    hasTwo &&
      overlap !== '0' && {
        name: 'kept',
        label: t('The one that stays'),
        kind: 'choice',
        help: t('The other one ends at once.'),
        choices: kept,
      },
  ])

  async function reset() {
    const { overlap, life, kept: keep } = form.draft
    const body = {
      ...buildResetRequest(overlap),
      ...(hasTwo && overlap !== '0' && { keep }),
      ...renderSecretExpiry(life),
    }
    const params = { application: application.name }
    const response = await requestResource('POST /applications/:application/secrets', params, { body })
    saveSecret(response.clientId, response.clientSecret)
    setMade(response)
  }

  if (made) return <NewSecretDialog title={t('The new secret')} {...made} close={close} />
  return (
    <FormDialog
      stays
      size="sm"
      form={form}
      title={t('Reset the secret')}
      label={application.title}
      action={t('Reset')}
      run={reset}
      succeeded={changed}
      close={close}
    />
  )
}

type KeptSecret = NonNullable<ResetSecretRequest['keep']>

/** Returns the secret that was used last, or the newest if neither was used. */
function findLastUsedSecret({ secretsLastUsed: [newest, old] }: ApplicationView): KeptSecret {
  return old && (!newest || old > newest) ? 'old' : 'newest'
}

function buildResetRequest(overlap: string): ResetSecretRequest {
  if (overlap === '') return { keepOld: true }
  if (overlap === '0') return { keepOld: false }
  return { keepOld: true, oldUntil: new Date(Date.now() + Number(overlap) * hourMs).toISOString() }
}
