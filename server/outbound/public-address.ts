import { BlockList, isIP, isIPv4 } from 'node:net'

/** [RFC 6890] Local, private and reserved networks */
const NOT_PUBLIC_4 = ['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'] // oxfmt-ignore
/** Of the global addresses: protocols, documentation, and those that stand for an address of IPv4. */
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'] as const
const GLOBAL_6 = '2000::/3'

const listOf = (networks: readonly string[], family: 'ipv4' | 'ipv6') => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

const blocked4 = listOf(NOT_PUBLIC_4, 'ipv4')
const blocked6 = listOf(NOT_PUBLIC_6, 'ipv6')
const global6 = listOf([GLOBAL_6], 'ipv6')

/** Whether an address is on the internet, and on no network of this machine or company. */
export function isPublic(address: string): boolean {
  if (isIPv4(address)) return !blocked4.check(address, 'ipv4')
  return isIP(address) === 6 && global6.check(address, 'ipv6') && !blocked6.check(address, 'ipv6')
}
