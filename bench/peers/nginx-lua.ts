/** Builds the Lua code with which nginx checks tokens. */
import { createPublicKey, type JsonWebKey } from 'node:crypto'

/**
 * Returns an access phase that rejects requests without a valid token and scope. lua-resty-lrucache caches the
 * valid tokens; libcrypto, which nginx has loaded, verifies new ones with ECDSA over P-256.
 */
export function buildLuaTokenCheck(jwk: JsonWebKey): { head: string; server: string } {
  const der = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'der' })
  return {
    head: `init_worker_by_lua_block {${prepare(der.toString('hex'))}}`,
    server: `access_by_lua_block {${check}}`,
  }
}

function prepare(key: string): string {
  return `
    local ffi = require "ffi"
    ffi.cdef[[
      typedef struct evp_pkey_st EVP_PKEY; typedef struct evp_md_ctx_st EVP_MD_CTX; typedef struct evp_md_st EVP_MD;
      EVP_PKEY *d2i_PUBKEY(EVP_PKEY **a, const unsigned char **pp, long length);
      EVP_MD_CTX *EVP_MD_CTX_new(void); void EVP_MD_CTX_free(EVP_MD_CTX *ctx); const EVP_MD *EVP_sha256(void);
      int EVP_DigestVerifyInit(EVP_MD_CTX *ctx, void **pctx, const EVP_MD *type, void *e, EVP_PKEY *pkey);
      int EVP_DigestVerify(EVP_MD_CTX *ctx, const unsigned char *sig, size_t siglen, const unsigned char *tbs, size_t tbslen);
    ]]
    local crypto = ffi.load("crypto.so.3")
    local cjson = require "cjson.safe"
    local der = ("${key}"):gsub("..", function(pair) return string.char(tonumber(pair, 16)) end)
    local place = ffi.new("const unsigned char *[1]")
    place[0] = ffi.cast("const unsigned char *", der)
    local key = crypto.d2i_PUBKEY(nil, place, #der)

    local function decoded(text)
      text = text:gsub("-", "+"):gsub("_", "/")
      return ngx.decode_base64(text .. ("="):rep(-#text % 4))
    end

    local function integer(bytes)
      bytes = bytes:gsub("^%z+", "")
      if bytes == "" or bytes:byte() > 127 then bytes = "\\0" .. bytes end
      return "\\2" .. string.char(#bytes) .. bytes
    end

    -- The claims of a token, or nil when it is not valid.
    local function verified(token)
      local head, payload, signature = token:match("^([%w_-]+)%.([%w_-]+)%.([%w_-]+)$")
      if not head then return nil end
      local header = cjson.decode(decoded(head) or "")
      if not header or header.alg ~= "ES256" then return nil end
      local raw = decoded(signature)
      if not raw or #raw ~= 64 then return nil end
      local body = integer(raw:sub(1, 32)) .. integer(raw:sub(33))
      local sig = "\\48" .. string.char(#body) .. body
      local text = head .. "." .. payload
      local ctx = crypto.EVP_MD_CTX_new()
      local good = crypto.EVP_DigestVerifyInit(ctx, nil, crypto.EVP_sha256(), nil, key) == 1
        and crypto.EVP_DigestVerify(ctx, sig, #sig, text, #text) == 1
      crypto.EVP_MD_CTX_free(ctx)
      return good and cjson.decode(decoded(payload) or "") or nil
    end

    local known = require("resty.lrucache").new(10000)
    function claims_of(token)
      local claims = known:get(token)
      if claims then return claims end
      claims = verified(token)
      if claims then known:set(token, claims, claims.exp - ngx.time()) end
      return claims
    end
  `
}

const check = `
        local token = (ngx.var.http_authorization or ""):match("^[Bb]earer (.+)$")
        local claims = token and claims_of(token)
        if not claims or claims.exp <= ngx.time() then return ngx.exit(401) end
        if not (" " .. claims.scope .. " "):find(" bench ", 1, true) then return ngx.exit(403) end
        ngx.req.clear_header("authorization")
      `
