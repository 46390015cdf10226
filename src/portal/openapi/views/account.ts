/** Schemas of the responses about the portal, the account and the session. */
import type { BrandView, PortalView, SessionView } from '../../rest/account.ts'
import { flag, list, number, object, refer, text, view } from './schema-parts.ts'

export const accountViews = {
  PortalView: view<PortalView>({
    org: text,
    catalog: text,
    title: text,
    prefix: { ...text, description: 'The URL path of the page, such as `/acme/sandbox/portal`.' },
    origin: {
      ...text,
      description: 'The origin under which the client reaches the portal, for URLs to copy.',
    },
    callback: { ...text, description: 'The redirect URI that Try it uses for the authorization code grant.' },
    isPublic: { ...flag, description: 'Whether the catalogue can be read without a session.' },
    hasGuides: { ...flag, description: 'Whether the catalog has guides.' },
    brand: refer('BrandView'),
    sendsMail: {
      ...flag,
      description:
        'Whether the portal sends e-mails: verification of addresses, and links to reset a password.',
    },
    maxSecretDays: { ...number, description: 'The longest life of a client secret in days; 0 for no limit.' },
    selfSignup: { ...flag, description: 'Whether visitors can create an account.' },
  }),
  BrandView: view<BrandView>(
    {
      name: text,
      hasLogo: { ...flag, description: 'Whether `GET /brand/logo` returns one.' },
      links: list(object({ title: text, url: text })),
    },
    {
      color: {
        ...text,
        description:
          'The colour of links and buttons in the light theme and in the dark theme, `#0f62fe`; absent for the default.',
      },
      colorDark: text,
      supportEmail: text,
      supportUrl: text,
    },
  ),
  SessionView: view<SessionView>(
    {
      name: text,
      emailVerified: flag,
      owner: {
        ...flag,
        description: 'Whether the user is an owner of the catalog, who decides about approvals.',
      },
      editsDocuments: { ...flag, description: 'Whether the user may change documents of the gateway.' },
      csrf: { ...text, description: 'The value for the header `X-CSRF-Token`.' },
      expiresAt: { ...text, description: 'When the session ends, even while it is in use.' },
      idleMinutes: {
        ...number,
        description: 'The session also ends after this many minutes without a request.',
      },
    },
    { email: text },
  ),
}
