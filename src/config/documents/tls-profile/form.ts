/** The form of a TLS client profile. */
import type { DocumentForm } from '../../types/index.ts'

export const tlsProfileForm: DocumentForm = {
  groups: [
    {
      title: 'Profile',
      fields: [
        { path: 'title', title: 'Title' },
        { path: 'name', title: 'Name' },
        { path: 'version', title: 'Version' },
        { path: 'summary', title: 'Summary' },
      ],
    },
    {
      title: 'Certificates',
      fields: [
        { path: 'truststore', title: 'Certificates of trusted CAs' },
        { path: 'certificate', title: 'Client certificate' },
        { path: 'key', title: 'Key of the client certificate' },
        { path: 'insecure_server_connections', title: 'Accept every server certificate' },
      ],
    },
  ],
  hidden: ['type', 'truststore_url', 'keystore_url'],
}
