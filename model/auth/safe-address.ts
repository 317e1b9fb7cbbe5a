/** An address of the product, or of another site by HTTP: no script, no address relative to a protocol, no name before the host. */
export const SAFE_ADDRESS = {
  max: 255,
  pattern: '^(/(?![/\\\\])|https?://[^/@]+([/?#]|$))',
  pattern_says: ['应为 / 开头的页面地址，或 http(s):// 开头的网址', 'must be a page address that begins with / or a URL that begins with http(s)://'],
} as const
