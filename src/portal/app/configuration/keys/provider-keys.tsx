/** The signing keys of one OAuth provider: when they rotate, and the actions on them. */

import { Renew } from '@carbon/react/icons'
import { DialogButton } from '../../../../ui/feedback/use-dialog.tsx'
import { Group } from '../../../../ui/shell/group.tsx'
import { formatDateTime } from '../../../../ui/text/format.ts'
import { t } from '../../../../ui/text/t.ts'
import { tElements } from '../../../../ui/text/t-elements.tsx'
import type { ProviderKeysView } from '../../../rest/index.ts'
import { buildDocumentLink } from '../../routing/page-route.ts'
import { CopyableText } from '../../text/copyable-text.tsx'
import { formatRelativeTime } from '../../tokens/format-relative-time.ts'
import { RotateKeysDialog } from './key-dialogs.tsx'
import { KeyTable, suppliedKeyAdvice } from './key-table.tsx'

export interface ProviderKeysProps {
  provider: ProviderKeysView
  changed(): void
}

export function ProviderKeys({ provider, changed }: ProviderKeysProps) {
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
        <KeyTable provider={provider} changed={changed} />
      )}
      {provider.source === 'store' && (
        <div className="buttons">
          <DialogButton
            size="md"
            kind="tertiary"
            renderIcon={Renew}
            dialog={(close) => <RotateKeysDialog provider={provider} changed={changed} close={close} />}
          >
            {t('Rotate now')}
          </DialogButton>
        </div>
      )}
      <p className="document-form__help">
        {tElements('Resource servers that verify tokens themselves read the keys at {url}', {
          url: <CopyableText text={provider.jwksUrl} label={t('URL of the keys')} />,
        })}
      </p>
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
