/** Starts nginx as a proxy, without checks or with a check in Lua that caches the verified tokens. */
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
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
    await writeFile(file, configuration(port, setting.backendPort, folder, additions))
    const { close } = await startOnCore(cores.subject, ['nginx', '-e', join(folder, 'error.log'), '-c', file])
    await waitUntilAccepting(port)
    return { port, close }
  })
}

function configuration(port: number, backendPort: number, folder: string, additions: Additions): string {
  const { modules = '', head, server, listen = '' } = additions
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
  upstream answers { server 127.0.0.1:${backendPort}; keepalive 64; }
  ${head}
  server {
    listen 127.0.0.1:${port} ${listen};
    location / {
      ${server}
      proxy_pass http://answers;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
  }
}
`
}
