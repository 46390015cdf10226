/** Credentials at the one moment at which the secret can be seen. */
import { InlineNotification } from '@carbon/react'

import { Copyable } from '../text/copyable.tsx'
import { Facts } from '../text/facts.tsx'

export interface SecretShownProps {
  clientId: string
  /** Undefined for a public application. */
  clientSecret: string | undefined
}

export function SecretShown({ clientId, clientSecret }: SecretShownProps) {
  return (
    <>
      <Facts
        facts={[
          ['Client id', <Copyable key="id" text={clientId} label="Client id" />],
          ...(clientSecret
            ? [
                [
                  'Client secret',
                  <Copyable key="secret" text={clientSecret} label="Client secret" />,
                ] as const,
              ]
            : []),
        ]}
      />
      {clientSecret && (
        <InlineNotification
          kind="warning"
          lowContrast
          hideCloseButton
          title="The secret is shown only now."
          subtitle="Keep it where your program finds it. Until this tab is closed, Try it knows it as well."
        />
      )}
    </>
  )
}
