/** The texts of the portal's e-mails. They are plain text, so that no mail program runs anything. */

export type MailText = { subject: string; text: string }

/** The portal that sends the mail: the name of its brand, and the URL of its page. */
export type MailSender = { portal: string; url: string }

export function renderVerification({ portal, url }: MailSender, name: string, token: string): MailText {
  return {
    subject: `${portal}: confirm your e-mail address`,
    text: `Hello ${name},

confirm this address for your account at ${portal}:

${url}/#/verify/${token}

The link works once, for 24 hours. If you did not sign up there, ignore this message.
`,
  }
}

export function renderPasswordReset({ portal, url }: MailSender, name: string, token: string): MailText {
  return {
    subject: `${portal}: choose a new password`,
    text: `Hello ${name},

somebody, probably you, asked for a new password of your account at ${portal}. Choose it here:

${url}/#/reset/${token}

The link works once, for one hour. If it was not you, ignore this message: your password stays as it is.
`,
  }
}

export function renderPasswordChanged({ portal, url }: MailSender, name: string): MailText {
  return {
    subject: `${portal}: your password was changed`,
    text: `Hello ${name},

the password of your account at ${portal} was changed, and every session has ended. If it was not you, choose a new one:

${url}/#/reset
`,
  }
}

export interface DecisionFacts {
  application: string
  applicationTitle: string
  productTitle: string
  planTitle: string
  decision: 'approve' | 'deny'
  reason: string | undefined
}

export function renderDecision({ portal, url }: MailSender, name: string, facts: DecisionFacts): MailText {
  const { application, applicationTitle, productTitle, planTitle, decision, reason } = facts
  const outcome = decision === 'approve' ? 'approved' : 'denied'
  return {
    subject: `${portal}: ${planTitle} for ${applicationTitle} is ${outcome}`,
    text: `Hello ${name},

the subscription of ${applicationTitle} to the plan ${planTitle} of ${productTitle} is ${outcome}.
${reason === undefined ? '' : `\n${reason}\n`}
${url}/#/applications/${encodeURIComponent(application)}/subscriptions
`,
  }
}

export interface SecretExpiryFacts {
  application: string
  applicationTitle: string
  /** The name of the credential. */
  credential: string
  clientId: string
  /** ISO 8601. */
  expiresAt: string
}

export function renderSecretExpiry({ portal, url }: MailSender, name: string, facts: SecretExpiryFacts): MailText {
  const { application, applicationTitle, credential, clientId, expiresAt } = facts
  return {
    subject: `${portal}: a client secret of ${applicationTitle} expires on ${expiresAt.slice(0, 10)}`,
    text: `Hello ${name},

the client secret of the credential ${credential} of ${applicationTitle} expires at ${expiresAt}.
Its client id is ${clientId}. The gateway then rejects the secret with invalid_client.

Create a new secret before, and give it to your programs while both secrets are valid:

${url}/#/applications/${encodeURIComponent(application)}
`,
  }
}
