/** express-gateway with its `jwt` policy, from the folder of its installation. Prints its port. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

type Words = [string, string, home: string, folder: string, port: string, upstream: string, keyFile: string]
const [, , home, folder, port, upstream, keyFile] = process.argv as Words

const load = createRequire(join(home, 'package.json'))
const config = join(folder, 'config')
mkdirSync(config)
cpSync(join(home, 'node_modules/express-gateway/lib/config/models'), join(config, 'models'), { recursive: true })
writeFileSync(
  join(config, 'gateway.config.yml'),
  JSON.stringify({
    http: { port: Number(port), hostname: '127.0.0.1' },
    apiEndpoints: { all: { host: '*', paths: '/*' } },
    serviceEndpoints: { backend: { url: upstream } },
    policies: ['jwt', 'proxy'],
    pipelines: {
      all: {
        apiEndpoints: ['all'],
        policies: [
          { jwt: { action: { secretOrPublicKeyFile: keyFile, checkCredentialExistence: false } } },
          { proxy: { action: { serviceEndpoint: 'backend' } } },
        ],
      },
    },
  }),
)
writeFileSync(
  join(config, 'system.config.yml'),
  JSON.stringify({
    db: { redis: { emulate: true, namespace: 'EG' } },
    crypto: { cipherKey: 'bench', algorithm: 'aes256', saltRounds: 10 },
    session: { secret: 'bench', resave: false, saveUninitialized: false },
    accessTokens: { timeToExpiry: 7_200_000 },
    refreshTokens: { timeToExpiry: 7_200_000 },
    authorizationCodes: { timeToExpiry: 300_000 },
  }),
)
await load('express-gateway')().load(config).run()
process.stdout.write(`ready at ${port}\n`)
process.on('SIGTERM', () => process.exit(0))
