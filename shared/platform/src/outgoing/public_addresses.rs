//! Which addresses a connection may be made to: those of the public Internet, and no other (the special-purpose
//! registries of IANA).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Networks of version 4 that are not public: address and length of the prefix.
const NOT_PUBLIC_V4: [(Ipv4Addr, u32); 16] = [
    // This network.
    (Ipv4Addr::UNSPECIFIED, 8),
    // Private (RFC 1918).
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    // Shared by the customers of a provider (RFC 6598).
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    // This machine.
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    // Link-local: the metadata of a cloud's machine is at 169.254.169.254, those of its containers at 169.254.170.2.
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    // Protocol assignments.
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    // Documentation.
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    // Relays of 6to4, which is given up (RFC 7526).
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    // Benchmarks.
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    // Direct delegation of AS112.
    (Ipv4Addr::new(192, 175, 48, 0), 24),
    // Multicast.
    (Ipv4Addr::new(224, 0, 0, 0), 4),
    // Reserved, and the broadcast address.
    (Ipv4Addr::new(240, 0, 0, 0), 4),
];

/// The only networks of version 6 that are assigned for everybody (RFC 4291): whatever lies outside is loopback,
/// link-local (`fe80::`), private (`fd00::`), multicast, or has an address of version 4 in it (`::ffff:`, `::`,
/// `64:ff9b::`).
const GLOBAL_V6: (Ipv6Addr, u32) = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);

/// Networks inside of it that are not public.
const NOT_PUBLIC_V6: [(Ipv6Addr, u32); 5] = [
    // Protocol assignments, with Teredo, which has addresses of version 4 in it.
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    // Documentation.
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
    // 6to4, which has addresses of version 4 in it.
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16),
    // Direct delegation of AS112.
    (Ipv6Addr::new(0x2620, 0x4f, 0x8000, 0, 0, 0, 0, 0), 48),
];

/// Whether an address is one of the public Internet.
#[must_use]
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => !NOT_PUBLIC_V4.iter().any(|network| is_in_v4(address, *network)),
        IpAddr::V6(address) => {
            is_in_v6(address, GLOBAL_V6) && !NOT_PUBLIC_V6.iter().any(|network| is_in_v6(address, *network))
        }
    }
}

fn is_in_v4(address: Ipv4Addr, (network, length): (Ipv4Addr, u32)) -> bool {
    let differing = address.to_bits() ^ network.to_bits();
    differing.leading_zeros() >= length
}

fn is_in_v6(address: Ipv6Addr, (network, length): (Ipv6Addr, u32)) -> bool {
    let differing = address.to_bits() ^ network.to_bits();
    differing.leading_zeros() >= length
}

#[cfg(test)]
mod tests {
    use super::is_public;

    const INSIDE: &str = "0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.0.1 169.254.169.254 \
        169.254.170.2 172.16.0.1 172.31.255.255 192.0.0.8 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.255 \
        198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 \
        ::ffff:169.254.169.254 ::ffff:8.8.8.8 ::127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::1 100::1 2001::1 \
        2001:0:4136:e378::1 2001:db8::1 2002:7f00:1:: 2002:a9fe:a9fe:: 3fff::1 5f00::1 fc00::1 fd00:ec2::254 fe80::1 \
        fec0::1 ff02::1";

    const PUBLIC: &str = "1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.1 100.63.255.255 100.128.0.1 126.255.255.255 128.0.0.1 169.253.0.1 \
        172.15.0.1 172.32.0.1 192.0.1.1 192.167.1.1 198.17.0.1 198.20.0.1 223.255.255.255 2606:4700:4700::1111 \
        2a00:1450:4001::200e 2001:4860:4860::8888";

    #[test]
    fn only_addresses_of_the_public_internet_are_public() {
        for address in INSIDE.split_whitespace() {
            assert!(!is_public(address.parse().expect("an address")), "{address}");
        }
        for address in PUBLIC.split_whitespace() {
            assert!(is_public(address.parse().expect("an address")), "{address}");
        }
        assert!(INSIDE.split_whitespace().count() > 40 && PUBLIC.split_whitespace().count() > 15);
    }
}
