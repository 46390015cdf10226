/** Shows the client id and a new secret, with a warning that the secret is not shown again. */

import { Notice } from '../../../ui/feedback/notice.tsx'
import { CopyableText } from '../text/copyable-text.tsx'
import { DescriptionList } from '../text/description-list.tsx'

export interface NewSecretNoticeProps {
  clientId: string
  /** Undefined for a public application, which has no secret. */
  clientSecret: string | undefined
}

/** What a dialog says before Escape closes it. */
export const secretLoss = 'The secret cannot be shown again. Have you stored it?'

export function NewSecretNotice({ clientId, clientSecret }: NewSecretNoticeProps) {
  return (
    <>
      <DescriptionList
        facts={[
          ['Client id', <CopyableText key="id" text={clientId} label="Client id" />],
          ...(clientSecret
            ? [
                [
                  'Client secret',
                  <CopyableText key="secret" text={clientSecret} label="Client secret" />,
                ] as const,
              ]
            : []),
        ]}
      />
      {clientSecret && (
        <Notice kind="warning" title="The secret is shown only now.">
          Store it where your program reads it. Until you close this tab, <em>Try it</em> can use it as well.
        </Notice>
      )}
    </>
  )
}
