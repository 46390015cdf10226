/** Starts nginx as a proxy, without checks or with a check in Lua that caches the verified tokens. */
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Peer } from '../harness/compare.ts'
import { cores, isInstalled, startOnCore } from '../harness/process.ts'
import type { ServerCertificate } from '../harness/server-certificate.ts'
import { buildLuaTokenCheck } from './nginx-lua.ts'
import { type PeerSetting, startInFolder } from './peer-setting.ts'
import { findFreePort, waitUntilAccepting } from './ports.ts'

const luaModules = ['/usr/lib/nginx/modules/ndk_http_module.so', '/usr/lib/nginx/modules/ngx_http_lua_module.so']

export function nginx(setting: PeerSetting, target: number | null = null): Peer {
  return {
    name: 'nginx, no check',
    target,
    start: async () => (isInstalled('nginx') ? startNginx(setting, { head: '', server: '' }) : undefined),
  }
}

/**
 * nginx with a check in Lua: libcrypto verifies ES256 through the FFI of LuaJIT, and the token is cached by its
 * text until it expires.
 */
export function nginxLua(setting: PeerSetting, target: number): Peer {
  return {
    name: 'nginx + Lua, token cache',
    target,
    async start() {
      if (!isInstalled('nginx') || !luaModules.every((each) => existsSync(each))) return undefined
      return startNginx(setting, {
        modules: luaModules.map((each) => `load_module ${each};`).join('\n'),
        ...buildLuaTokenCheck(setting.jwk),
      })
    },
  }
}

/** nginx without a check over TLS, with HTTP/2 for clients that offer it. */
export function nginxTls(setting: PeerSetting, { certFile, keyFile }: ServerCertificate, target: number): Peer {
  return {
    name: 'nginx, no check',
    target,
    async start() {
      if (!isInstalled('nginx')) return undefined
      const certificate = `ssl_certificate ${certFile}; ssl_certificate_key ${keyFile}; ssl_session_cache shared:tls:1m;`
      const started = await startNginx(setting, { head: certificate, server: '', listen: 'ssl http2' })
      return { ...started, url: started.url.replace('http:', 'https:') }
    },
  }
}

/** The bytes of the file that `nginxFiles` serves. */
export const servedBytes = 200e6

/** Starts nginx as an upstream which sends a file by `sendfile`, on the core of the load, and accepts every user. */
export async function nginxFiles(): Promise<{ port: number; close(): Promise<void> } | undefined> {
  if (!isInstalled('nginx')) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const port = await findFreePort()
  const file = join(folder, 'nginx.conf')
  await writeFile(join(folder, 'large'), Buffer.alloc(servedBytes, 'x'))
  const location = `location = /authenticate { return 200; } location / { root ${folder}; rewrite ^ /large break; }`
  await writeFile(file, configuration(folder, `sendfile on; server { listen 127.0.0.1:${port}; ${location} }`))
  const { close } = await startOnCore(cores.others, ['nginx', '-e', join(folder, 'error.log'), '-c', file])
  await waitUntilAccepting(port)
  return { port, close: () => close().then(() => rm(folder, { recursive: true, force: true })) }
}

interface Additions {
  modules?: string
  /** Directives for the `http` block. */
  head: string
  /** Directives for the `location` block. */
  server: string
  /** Words that follow the address in `listen`. */
  listen?: string
}

function startNginx(setting: PeerSetting, additions: Additions) {
  return startInFolder(setting, async (folder) => {
    const port = await findFreePort()
    const file = join(folder, 'nginx.conf')
    await writeFile(file, configuration(folder, proxyBlock(port, setting.backendPort, additions), additions.modules))
    const { pid, close } = await startOnCore(cores.subject, ['nginx', '-e', join(folder, 'error.log'), '-c', file])
    await waitUntilAccepting(port)
    return { port, pid, close }
  })
}

function proxyBlock(port: number, backendPort: number, { head, server, listen = '' }: Additions): string {
  return `upstream answers { server 127.0.0.1:${backendPort}; keepalive 64; }
  ${head}
  server {
    listen 127.0.0.1:${port} ${listen};
    location / {
      ${server}
      proxy_pass http://answers;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
  }`
}

/** Returns a configuration with a block of `http`. */
function configuration(folder: string, block: string, modules = ''): string {
  return `${modules}
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  keepalive_requests 100000000;
  client_max_body_size 0;
  proxy_request_buffering off;
  proxy_max_temp_file_size 0;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  ${block}
}
`
}
