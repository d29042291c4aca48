//! The machine on which the program runs, for those who compare its output with that of another one.

use std::fmt;

use serde::Serialize;

/// The program's version, and where it runs.
#[derive(Serialize, Clone)]
pub(crate) struct Machine {
    pub(crate) version: String,
    pub(crate) processor: String,
    pub(crate) os: String,
    pub(crate) arch: String,
}

impl Machine {
    pub(crate) fn this() -> Self {
        Machine {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            processor: processor(),
            os: std::env::consts::OS.to_owned(),
            arch: std::env::consts::ARCH.to_owned(),
        }
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Machine { version, processor, os, arch } = self;
        write!(f, "perlane {version} on {processor}, {os} {arch}")
    }
}

/// The processor's name, as the processor or the system reports it.
fn processor() -> String {
    from_cpuid().or_else(from_system).unwrap_or_else(|| "unknown processor".to_owned())
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn from_cpuid() -> Option<String> {
    let brand = raw_cpuid::CpuId::new().get_processor_brand_string()?;
    clean(brand.as_str())
}

#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
fn from_cpuid() -> Option<String> {
    None
}

/// On Linux, a file has lines such as `model name : ...`. Some architectures use another key, or none.
fn from_system() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    ["model name", "Model", "cpu model", "cpu"].into_iter().find_map(|key| value(&text, key))
}

/// The first non-empty value of a key.
fn value(text: &str, key: &str) -> Option<String> {
    let pairs = text.lines().filter_map(|line| line.split_once(':'));
    let mut values = pairs.filter(|(found, _)| found.trim() == key).map(|(_, value)| value);
    values.find_map(clean)
}

/// A name with single spaces; `None` for an empty one.
fn clean(name: &str) -> Option<String> {
    let words: Vec<&str> = name.split_whitespace().collect();
    if words.is_empty() { None } else { Some(words.join(" ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_the_system_s_file() {
        let text = "processor\t: 0\nBogoMIPS\t: 108.00\n\nModel\t\t: Raspberry Pi 5  Model B\n";
        assert_eq!(value(text, "Model").as_deref(), Some("Raspberry Pi 5 Model B"));
        assert_eq!(value(text, "model name"), None);
        assert_eq!(value("cpu : \n", "cpu"), None);
        assert!(!processor().is_empty());
    }
}
