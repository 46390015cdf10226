/** The signing keys of one OAuth provider: when they rotate, and the actions on them. */
import { Button } from '@carbon/react'
import { Renew } from '@carbon/react/icons'
import { useState } from 'react'
import { ConfirmDialog } from '../../../../ui/feedback/action-dialog.tsx'
import { Group } from '../../../../ui/shell/group.tsx'
import { formatDateTime } from '../../../../ui/text/format.ts'
import { t } from '../../../../ui/text/t.ts'
import { tElements } from '../../../../ui/text/t-elements.tsx'
import type { ProviderKeysView, SigningKeyView } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { buildDocumentLink } from '../../routing/page-route.ts'
import { CopyableText } from '../../text/copyable-text.tsx'
import { formatRelativeTime } from '../../tokens/format-relative-time.ts'
import { KeyTable, suppliedKeyAdvice } from './key-table.tsx'
import { RotateKeysDialog } from './rotate-keys-dialog.tsx'

export interface ProviderKeysProps {
  provider: ProviderKeysView
  changed(): void
}

export function ProviderKeys({ provider, changed }: ProviderKeysProps) {
  const [isRotating, setIsRotating] = useState(false)
  const [removed, setRemoved] = useState<SigningKeyView>()
  const title = (
    <>
      {provider.title} <code>{provider.provider}</code>
    </>
  )
  return (
    <Group title={title}>
      <p className="page__lead">
        <RotationText provider={provider} />
      </p>
      {provider.keys.length === 0 ? (
        <p>{t('There is no key yet: the provider creates the first one when it starts.')}</p>
      ) : (
        <KeyTable provider={provider.provider} keys={provider.keys} remove={setRemoved} />
      )}
      {provider.source === 'store' && (
        <div className="buttons">
          <Button size="md" kind="tertiary" renderIcon={Renew} onClick={() => setIsRotating(true)}>
            {t('Rotate now')}
          </Button>
        </div>
      )}
      <p className="document-form__help">
        {tElements('Resource servers that verify tokens themselves read the keys at {url}', {
          url: <CopyableText text={provider.jwksUrl} label={t('URL of the keys')} />,
        })}
      </p>
      {isRotating && <RotateKeysDialog provider={provider} changed={changed} close={() => setIsRotating(false)} />}
      {removed && (
        <RemoveKeyDialog
          provider={provider}
          signingKey={removed}
          changed={changed}
          close={() => setRemoved(undefined)}
        />
      )}
    </Group>
  )
}

function RotationText({
  provider: { file, source, rotatesAfterDays, rotatesAt },
}: Pick<ProviderKeysProps, 'provider'>) {
  if (source !== 'store') return suppliedKeyAdvice[source]
  const document = <a href={buildDocumentLink(file)}>{t('document of the provider')}</a>
  if (rotatesAfterDays === 0)
    return tElements('The keys are not rotated on schedule: set {setting} in the {document} to change this.', {
      setting: <code>key_rotation.after_days</code>,
      document,
    })
  return tElements(
    rotatesAt
      ? 'The gateway rotates the keys every {days, plural, one {day} other {# days}}, next on {time} ({distance}). The {document} sets this.'
      : 'The gateway rotates the keys every {days, plural, one {day} other {# days}}. The {document} sets this.',
    {
      days: rotatesAfterDays,
      time: rotatesAt && formatDateTime(rotatesAt),
      distance: rotatesAt && formatRelativeTime(rotatesAt),
      document,
    },
  )
}

/** Confirms the removal of a signing key and says what it means for tokens. */
interface RemoveKeyDialogProps {
  provider: ProviderKeysView
  signingKey: SigningKeyView
  changed(): void
  close(): void
}

function RemoveKeyDialog({ provider, signingKey, changed, close }: RemoveKeyDialogProps) {
  const { kid, state, expiresAt } = signingKey
  const params = { provider: provider.provider, key: kid }
  return (
    <ConfirmDialog
      title={t('Remove a signing key')}
      action={t('Remove')}
      run={() => requestResource('DELETE /configuration/keys/:provider/:key', params, {})}
      done={t('The key was removed')}
      about={kid}
      succeeded={changed}
      close={close}
    >
      <p className="dialog__text">
        <code>{kid}</code>
      </p>
      <ul className="dialog__list">
        <li>{t('Every access token that this key signed is rejected within half a second.')}</li>
        <li>{t('Clients with a refresh token get a new access token with it. All others sign in again.')}</li>
        <li>
          {state === 'verifying' && expiresAt
            ? t(
                'Without the removal, its last token expires {distance}. Remove the key when its private part may be known to others.',
                { distance: formatRelativeTime(expiresAt) },
              )
            : t('Remove the key when its private part may be known to others.')}
        </li>
      </ul>
    </ConfirmDialog>
  )
}
