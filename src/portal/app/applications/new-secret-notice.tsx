/** Shows the client id and a new secret, with a warning that the secret is not shown again. */

import { CopyableText } from '../../../ui/body/copyable-text.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { DescriptionList } from '../../../ui/shell/description-list.tsx'
import { t } from '../../../ui/text/t.ts'
import { tElements } from '../../../ui/text/t-elements.tsx'

export interface NewSecretNoticeProps {
  clientId: string
  /** Undefined for a public application, which has no secret. */
  clientSecret: string | undefined
}

/** What a dialog says before Escape closes it. */
export const secretLoss = t('The secret cannot be shown again. Have you stored it?')

export function NewSecretNotice({ clientId, clientSecret }: NewSecretNoticeProps) {
  return (
    <>
      <DescriptionList
        facts={[
          [t('Client id'), <CopyableText key="id" text={clientId} label={t('Client id')} />],
          clientSecret && [
            t('Client secret'),
            <CopyableText key="secret" text={clientSecret} label={t('Client secret')} />,
          ],
        ]}
      />
      {clientSecret && (
        <Notice kind="warning" title={t('The secret is shown only now.')}>
          {tElements('Store it where your program reads it. Until you close this tab, {page} can use it as well.', {
            page: <em>{t('Try it')}</em>,
          })}
        </Notice>
      )}
    </>
  )
}
