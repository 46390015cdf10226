/** The signing keys of one OAuth provider: when they rotate, and the actions on them. */
import { Button } from '@carbon/react'
import { Renew } from '@carbon/react/icons'
import { useState } from 'react'

import type { ProviderKeysView, SigningKeyView } from '../../../rest/index.ts'
import { buildDocumentLink } from '../../routing/page-route.ts'
import { CopyableText } from '../../text/copyable-text.tsx'
import { formatRelativeTime } from '../../tokens/format-relative-time.ts'
import { suppliedKeyAdvice } from './key-sources.ts'
import { KeyTable } from './key-table.tsx'
import { RemoveKeyDialog } from './remove-key-dialog.tsx'
import { RotateKeysDialog } from './rotate-keys-dialog.tsx'

export interface ProviderKeysProps {
  provider: ProviderKeysView
  changed(): void
}

export function ProviderKeys({ provider, changed }: ProviderKeysProps) {
  const [isRotating, setIsRotating] = useState(false)
  const [removed, setRemoved] = useState<SigningKeyView>()
  const id = `keys-${provider.provider}`
  return (
    <section className="group" aria-labelledby={id}>
      <h2 className="group__title" id={id}>
        {provider.title} <code>{provider.provider}</code>
      </h2>
      <p className="page__lead">
        <RotationText provider={provider} />
      </p>
      {provider.keys.length === 0 ? (
        <p>There is no key yet: the provider creates the first one when it starts.</p>
      ) : (
        <KeyTable provider={provider.provider} keys={provider.keys} remove={setRemoved} />
      )}
      {provider.source === 'store' && (
        <div className="buttons">
          <Button size="md" kind="tertiary" renderIcon={Renew} onClick={() => setIsRotating(true)}>
            Rotate now
          </Button>
        </div>
      )}
      <p className="document-form__help">
        Resource servers that verify tokens themselves read the keys at{' '}
        <CopyableText text={provider.jwksUrl} label="URL of the keys" />
      </p>
      {isRotating && (
        <RotateKeysDialog provider={provider} changed={changed} close={() => setIsRotating(false)} />
      )}
      {removed && (
        <RemoveKeyDialog
          provider={provider}
          signingKey={removed}
          changed={changed}
          close={() => setRemoved(undefined)}
        />
      )}
    </section>
  )
}

function RotationText({
  provider: { file, source, rotatesAfterDays, rotatesAt },
}: Pick<ProviderKeysProps, 'provider'>) {
  if (source !== 'store') return suppliedKeyAdvice[source]
  const document = <a href={buildDocumentLink(file)}>document of the provider</a>
  if (rotatesAfterDays === 0)
    return (
      <>
        The keys are not rotated on schedule: set <code>key_rotation.after_days</code> in the {document} to
        change this.
      </>
    )
  const days = rotatesAfterDays === 1 ? 'day' : `${rotatesAfterDays} days`
  return (
    <>
      {`The gateway rotates the keys every ${days}`}
      {rotatesAt && `, next on ${new Date(rotatesAt).toLocaleString()} (${formatRelativeTime(rotatesAt)})`}.
      The {document} sets this.
    </>
  )
}
