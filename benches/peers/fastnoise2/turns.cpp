// FastNoise2's side of `perlane-peers --fastnoise2`. Each line on standard input is a command, and is answered by a line:
//
//   grid NOISE INSTRUCTIONS OCTAVES DIMENSIONS EDGE FREQUENCY    prepares a square or a cube: "ready", or what is wrong
//   points INSTRUCTIONS DIMENSIONS COUNT SIDE                    prepares points in a square or a cube of SIDE cells: the same
//   turn SECONDS                                                 does it for so long: the seconds that one call took
//
// NOISE is perlin, cellular or warped; INSTRUCTIONS are avx2 or avx512. Frequencies are cells a sample.

#include <FastNoise/FastNoise.h>
#include <FastSIMD/FastSIMD_FastNoise_config.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using namespace FastNoise;
using Set = FastSIMD::FeatureSet;
using Work = std::function<void()>;

static const int SEED = 1;

static bool instructions(const std::string& name, Set& set) {
    set = name == "avx512" ? Set::AVX512 : Set::AVX2;
    return name == "avx512" || name == "avx2";
}

static SmartNode<Generator> perlin(Set set, int octaves) {
    auto noise = New<Perlin>(set);
    noise->SetScale(1.0f);
    if (octaves == 1) return noise;
    auto fbm = New<FractalFBm>(set);
    fbm->SetSource(noise);
    fbm->SetOctaveCount(octaves);
    return fbm;
}

static SmartNode<Generator> generator(const std::string& name, Set set, int octaves) {
    if (name == "cellular") {
        auto noise = New<CellularDistance>(set);
        noise->SetScale(1.0f);
        return noise;
    }
    if (name == "warped") {
        auto noise = New<DomainWarpGradient>(set);
        noise->SetScale(1.0f);
        noise->SetWarpAmplitude(1.0f);
        noise->SetSource(perlin(set, octaves));
        return noise;
    }
    return name == "perlin" ? perlin(set, octaves) : SmartNode<Generator>();
}

// The answer to a command that prepares: whether the noise is there and runs with these instructions.
static std::string answer(const SmartNode<Generator>& noise, Set set) {
    if (!noise) return "no such noise";
    return noise->GetActiveFeatureSet() == set ? "ready" : "the processor lacks these instructions";
}

static std::string prepare_grid(std::istream& words, std::vector<float>& out, Work& work) {
    std::string name, isa;
    int octaves = 0, dims = 0, edge = 0;
    float frequency = 0.0f;
    Set set;
    if (!(words >> name >> isa >> octaves >> dims >> edge >> frequency) || !instructions(isa, set) || edge < 1 || octaves < 1)
        return "not a grid";
    auto noise = generator(name, set, octaves);
    if (dims == 2) {
        out.resize(size_t(edge) * edge);
        work = [=, &out] { noise->GenUniformGrid2D(out.data(), 0, 0, edge, edge, frequency, frequency, SEED); };
    } else if (dims == 3) {
        out.resize(size_t(edge) * edge * edge);
        work = [=, &out] {
            noise->GenUniformGrid3D(out.data(), 0, 0, 0, edge, edge, edge, frequency, frequency, frequency, SEED);
        };
    } else {
        return "dimensions are 2 or 3";
    }
    return answer(noise, set);
}

// Numbers in [0, 1), which perlane has too (perlane::hash::splitmix64).
static double unit(uint64_t number) {
    uint64_t z = number + 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    z = z ^ (z >> 31);
    return double(z >> 11) / double(1ull << 53);
}

static std::string prepare_points(std::istream& words, std::vector<float>& out, Work& work) {
    static std::vector<float> along[3];
    std::string isa;
    size_t dims = 0, count = 0;
    double side = 0.0;
    Set set;
    if (!(words >> isa >> dims >> count >> side) || !instructions(isa, set) || dims < 2 || dims > 3) return "not points";
    out.resize(count);
    for (size_t axis = 0; axis < dims; axis++) {
        along[axis].resize(count);
        for (size_t i = 0; i < count; i++) along[axis][i] = float(side * unit(dims * i + axis));
    }
    auto noise = perlin(set, 1);
    if (dims == 2) {
        work = [=, &out, x = along[0].data(), y = along[1].data()] {
            noise->GenPositionArray2D(out.data(), int(count), x, y, 0, 0, SEED);
        };
    } else {
        work = [=, &out, x = along[0].data(), y = along[1].data(), z = along[2].data()] {
            noise->GenPositionArray3D(out.data(), int(count), x, y, z, 0, 0, 0, SEED);
        };
    }
    return answer(noise, set);
}

// The seconds that a call takes, from calls during `least` seconds or longer.
static double seconds(const Work& work, double least) {
    using clock = std::chrono::steady_clock;
    auto start = clock::now();
    int calls = 0;
    double passed = 0.0;
    do {
        work();
        calls += 1;
        passed = std::chrono::duration<double>(clock::now() - start).count();
    } while (passed < least);
    return passed / calls;
}

int main() {
    std::vector<float> out;
    Work work;
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        std::string command;
        double least = 0.0;
        words >> command;
        if (command == "grid") {
            std::cout << prepare_grid(words, out, work) << std::endl;
        } else if (command == "points") {
            std::cout << prepare_points(words, out, work) << std::endl;
        } else if (command == "turn" && words >> least && work) {
            std::cout.precision(17);
            std::cout << seconds(work, least) << std::endl;
        } else {
            std::cout << "no such command" << std::endl;
        }
    }
}
