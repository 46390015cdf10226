/** The form of a native OAuth provider. */
import type { DocumentForm } from '../../types/index.ts'

const grantTitles = {
  password: 'Resource owner - Password',
  access_code: 'Access code',
  application: 'Application (client credentials)',
}

export const oauthProviderForm: DocumentForm = {
  groups: [
    {
      title: 'Provider',
      fields: [
        { path: 'title', title: 'Title' },
        { path: 'name', title: 'Name' },
        { path: 'summary', title: 'Summary' },
        {
          path: 'gateway_version',
          title: 'Gateway type',
          values: { '6000': 'API gateway (6000)', '5000': 'API gateway, v5 compatible (5000)' },
        },
      ],
    },
    {
      title: 'Paths',
      help: 'The endpoints are below the catalog: /organisation/catalog, then the base path, then the path.',
      fields: [
        { path: 'native_provider/api/basePath', title: 'Base path' },
        { path: 'native_provider/authorize_path', title: 'Authorize path' },
        { path: 'native_provider/token_path', title: 'Token path' },
      ],
    },
    {
      title: 'Grants and clients',
      fields: [
        { path: 'grants', title: 'Supported grant types', values: grantTitles },
        {
          path: 'native_provider/clients',
          title: 'Supported client types',
          values: { confidential: 'Confidential', public: 'Public' },
        },
      ],
    },
    {
      title: 'Scopes',
      fields: [
        { path: 'scopes', title: 'Scopes' },
        { path: 'native_provider/default_scopes', title: 'Scopes of a request that names none' },
      ],
    },
    {
      title: 'Users',
      fields: [
        { path: 'native_provider/user_registry', title: 'Authenticate application users using' },
        { path: 'native_provider/failed_attempts', title: 'Failed attempts' },
      ],
    },
    {
      title: 'Tokens',
      fields: [
        { path: 'native_provider/access_token', title: 'Access tokens' },
        { path: 'native_provider/refresh_token', title: 'Refresh tokens' },
        { path: 'native_provider/max_consent', title: 'Consent' },
        { path: 'native_provider/dpop', title: 'DPoP' },
        { path: 'native_provider/certificate_bound_tokens', title: 'Certificate-bound tokens' },
      ],
    },
    {
      title: 'Sign-in',
      fields: [
        { path: 'native_provider/openid_connect', title: 'OpenID Connect' },
        { path: 'native_provider/sessions', title: 'Sessions' },
        { path: 'native_provider/registration', title: 'Registration' },
        { path: 'native_provider/authorization_details', title: 'Authorization details' },
        { path: 'native_provider/security_profile', title: 'Security profile' },
        { path: 'native_provider/device_authorization', title: 'Device authorization' },
        { path: 'native_provider/pushed_authorization', title: 'Pushed authorization requests' },
        { path: 'native_provider/jwt_bearer', title: 'JWT bearer grant' },
        { path: 'native_provider/token_exchange', title: 'Token exchange' },
        { path: 'native_provider/request_objects', title: 'Request objects' },
      ],
    },
  ],
  words: [{ path: 'native_provider', title: 'Endpoints and compatibility' }],
  hidden: ['provider_type', 'advanced_scope', 'native_provider/advanced_scope_security'],
}
