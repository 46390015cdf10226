/** The form of a TLS client profile. */
import type { DocumentForm } from '../../types/index.ts'

const pathHelp = 'The path of a PEM file, such as $env{SLUICE_DATA}/ca.pem.'

export const tlsProfileForm: DocumentForm = {
  groups: [
    {
      title: 'Profile',
      fields: [
        { path: 'title', title: 'Title' },
        { path: 'name', title: 'Name', help: 'The name by which other documents refer to the profile.' },
        { path: 'version', title: 'Version' },
        { path: 'summary', title: 'Summary' },
      ],
    },
    {
      title: 'Certificates',
      fields: [
        { path: 'truststore', title: 'Certificates of trusted CAs', help: pathHelp },
        { path: 'certificate', title: 'Client certificate', help: pathHelp },
        { path: 'key', title: 'Key of the client certificate', help: pathHelp },
        { path: 'insecure_server_connections', title: 'Accept every server certificate' },
      ],
    },
  ],
  hidden: ['type', 'truststore_url', 'keystore_url'],
}
