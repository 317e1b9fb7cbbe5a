// How a tenant's own system looks: its name, its colours, its pictures.
import type { Words } from '../kit/fields.ts'

export const LAYOUTS = ['double', 'left', 'top'] as const
export type Layout = (typeof LAYOUTS)[number]

/** Lines of text, each with its length at most. */
export const LOOK_TEXTS: Readonly<Record<LookText, { words: Words; max: number }>> = {
  system_name: { words: ['系统名称', 'System name'], max: 50 },
  login_title: { words: ['登录页标题', 'Title of the login page'], max: 50 },
  login_slogan: { words: ['登录页标语', 'Slogan of the login page'], max: 100 },
  copyright: { words: ['版权信息', 'Copyright'], max: 100 },
  icp: { words: ['ICP 备案号', 'ICP number'], max: 100 },
  record_info: { words: ['公安备案号', 'Public security record'], max: 100 },
}
export type LookText = 'system_name' | 'login_title' | 'login_slogan' | 'copyright' | 'icp' | 'record_info'

/** Pictures in PNG, each of this size at most. */
export const LOOK_PICTURES: Readonly<Record<LookPicture, { words: Words; width: number; height: number }>> = {
  head_logo: { words: ['页头标志', 'Logo'], width: 230, height: 56 },
  head_logo_dark: { words: ['页头标志（深色）', 'Logo for the dark theme'], width: 230, height: 56 },
  foot_logo: { words: ['页脚标志', 'Logo of the footer'], width: 230, height: 56 },
  login_bg: { words: ['登录页图片', 'Picture of the login page'], width: 1440, height: 800 },
}
export type LookPicture = 'head_logo' | 'head_logo_dark' | 'foot_logo' | 'login_bg'

export const MOST_BYTES = 200 * 1024

export const LOOK_COLOURS: Readonly<Record<LookColour, Words>> = {
  theme_color: ['主题色', 'Theme colour'],
  menu_bg_color: ['菜单背景色', 'Menu background'],
  menu_text_color: ['菜单文字色', 'Menu text'],
}
export type LookColour = 'theme_color' | 'menu_bg_color' | 'menu_text_color'

export const isColour = (text: unknown) => typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text)

/** The width and height that a PNG says it has; nothing when it is none. */
export function sizeOfPng(bytes: Uint8Array): { width: number; height: number } | undefined {
  const head = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  if (bytes.length < 24 || head.some((byte, at) => bytes[at] !== byte)) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}
