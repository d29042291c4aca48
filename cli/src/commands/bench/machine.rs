//! What figures depend on besides the program.

/// The processor's name, as it tells it or the system does.
pub(crate) fn processor() -> String {
    brand().or_else(of_system).unwrap_or_else(|| "unknown processor".to_owned())
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn brand() -> Option<String> {
    let brand = raw_cpuid::CpuId::new().get_processor_brand_string()?;
    told(brand.as_str())
}

#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
fn brand() -> Option<String> {
    None
}

/// Linux has a file with lines like `model name : ...`; some of its architectures name the processor otherwise, or not at all.
fn of_system() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    ["model name", "Model", "cpu model", "cpu"].into_iter().find_map(|key| value(&text, key))
}

fn value(text: &str, key: &str) -> Option<String> {
    let pairs = text.lines().filter_map(|line| line.split_once(':'));
    let mut values = pairs.filter(|(found, _)| found.trim() == key).map(|(_, value)| value);
    values.find_map(told)
}

fn told(name: &str) -> Option<String> {
    let words: Vec<&str> = name.split_whitespace().collect();
    if words.is_empty() { None } else { Some(words.join(" ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_system() {
        let text = "processor\t: 0\nBogoMIPS\t: 108.00\n\nModel\t\t: Raspberry Pi 5  Model B\n";
        assert_eq!(value(text, "Model").as_deref(), Some("Raspberry Pi 5 Model B"));
        assert_eq!(value(text, "model name"), None);
        assert_eq!(value("cpu : \n", "cpu"), None);
        assert!(!processor().is_empty());
    }
}
