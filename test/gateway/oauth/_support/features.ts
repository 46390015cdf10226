/** Settings with everything that manages tokens switched on. */
export const managed = {
  introspection: { enabled: true, path: '/oauth2/introspect', applications: new Set<string>() },
  revocation: {
    enabled: true,
    application: { enabled: true, path: '/oauth2/revoke' },
    owner: { enabled: true, path: '/oauth2/issued' },
  },
}

export const app = { client_id: 'app', client_secret: 'app-secret' }
export const otherApp = { client_id: 'other-app', client_secret: 'other-app-secret' }
